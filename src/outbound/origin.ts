/** Same scheme, host and port; a text that is not an address is its own origin. */
export function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}

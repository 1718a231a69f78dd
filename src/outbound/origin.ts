/** Returns scheme, host and port; a text that is not an address is returned unchanged. */
export function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}

/** Same scheme, host and port; an address that is none has an origin of its own. */
export function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}

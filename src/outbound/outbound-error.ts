import { OutsideFault } from '@palkit/runtime/outside-fault';

/** The reasons for a missing response. If `retriable` is true, a later request may succeed. */
export const OUTBOUND_FAILURES = {
  invalid_url: { text: 'The address is not an http or https address without credentials.', retriable: false },
  address_refused: { text: 'The address is not public.', retriable: false },
  name_not_found: { text: 'The host name has no address.', retriable: true },
  connection_failed: { text: 'The connection failed.', retriable: true },
  timed_out: { text: 'The server did not answer in time.', retriable: true },
  too_slow: { text: 'The server sends too slowly. At least 8 kB per second are needed.', retriable: false },
  too_large: { text: 'The response is too large.', retriable: false },
  too_many_redirects: { text: 'The address redirects too often.', retriable: false },
  aborted: { text: 'The request was cancelled.', retriable: true },
} as const;
export type OutboundFailure = keyof typeof OUTBOUND_FAILURES;

export class OutboundError extends OutsideFault {
  readonly code: OutboundFailure;
  constructor(code: OutboundFailure) {
    super(OUTBOUND_FAILURES[code].text);
    this.name = 'OutboundError';
    this.code = code;
  }
}

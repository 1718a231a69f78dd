/** A track on which the room sends: its packets, and the native handlers that report and repeat them. */
import { randomInt } from 'node:crypto';
import rtc, { type MediaHandler, type RtpPacketizationConfig, type Track } from 'node-datachannel';
import { RtpStream } from './rtp.ts';

export interface Outgoing {
  track: Track;
  stream: RtpStream;
  config: RtpPacketizationConfig;
  /** The RTP timestamp of the first tick. */
  start: number;
  /** Referenced here so that the native handlers live as long as the call. */
  handlers: MediaHandler[];
}

/** `clockRate` in hertz; `more`: further handlers, behind those that report and repeat. */
export function outgoing(
  track: Track,
  ssrc: number,
  payloadType: number,
  clockRate: number,
  more: MediaHandler[] = [],
): Outgoing {
  const start = randomInt(2 ** 31);
  const config = new rtc.RtpPacketizationConfig(ssrc, 'palkit', payloadType, clockRate);
  config.timestamp = start;
  const reporter = new rtc.RtcpSrReporter(config);
  const responder = new rtc.RtcpNackResponder();
  // A receiving session swallows RTCP, so only the voice has one: the handler of the picture needs the requests
  // for key frames.
  const handlers = [reporter, responder, ...more];
  for (const handler of handlers.slice(1)) reporter.addToChain(handler);
  track.setMediaHandler(reporter);
  return {
    track,
    config,
    start,
    handlers,
    stream: new RtpStream(ssrc, payloadType, { sequence: randomInt(65_536), picture: randomInt(32_768) }),
  };
}

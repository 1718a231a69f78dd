/** A track on which the room sends: its packets, and native handlers for reports and retransmissions. */
import { randomInt } from 'node:crypto';
import rtc, { type MediaHandler, type RtpPacketizationConfig, type Track } from 'node-datachannel';
import { RtpStream } from './rtp.ts';

export interface OutgoingTrack {
  track: Track;
  stream: RtpStream;
  config: RtpPacketizationConfig;
  /** RTP timestamp of the first tick. */
  start: number;
  /** Prevents garbage collection of the native handlers during the call. */
  handlers: MediaHandler[];
  /** Requests a key frame from the browser's camera or screen; `request` is the RTCP packet. */
  requestKeyFrame(request: Buffer): void;
}

/**
 * Creates the sending side of a track. `clockRate` is in hertz. `additionalHandlers` follow the handlers for
 * reports and retransmissions. If `receiveOnly` is true, the native module sends only RTCP on the track, because
 * the browser accepts no pictures.
 */
export function createOutgoing(
  track: Track,
  ssrc: number,
  payloadType: number,
  clockRate: number,
  additionalHandlers: MediaHandler[] = [],
  receiveOnly = false,
): OutgoingTrack {
  const start = randomInt(2 ** 31);
  const config = new rtc.RtpPacketizationConfig(ssrc, 'palkit', payloadType, clockRate);
  config.timestamp = start;
  const reporter = new rtc.RtcpSrReporter(config);
  const responder = new rtc.RtcpNackResponder();
  // A receiving session consumes RTCP packets. Tracks that send pictures have no such session, because they
  // need the browser's requests for key frames.
  const session = receiveOnly ? [new rtc.RtcpReceivingSession()] : [];
  const handlers = [reporter, responder, ...session, ...additionalHandlers];
  for (const handler of handlers.slice(1)) reporter.addToChain(handler);
  track.setMediaHandler(reporter);
  return {
    track,
    config,
    start,
    handlers,
    requestKeyFrame: (request) =>
      void (receiveOnly ? track.requestKeyframe() : track.sendMessageBinary(request)),
    stream: new RtpStream(ssrc, payloadType, { sequence: randomInt(65_536), picture: randomInt(32_768) }),
  };
}

/** Reads the parts of a browser's SDP offer that the room needs (RFC 8866, RFC 8829). */

export interface MediaLine {
  mid: string;
  /** The RTP payload type of the room's codec. */
  payloadType: number;
  /** True if the browser sends media of this line. */
  sends: boolean;
  /** True if the browser wants to receive media of this line. */
  receives: boolean;
  /** Maximum number of macroblocks of a picture that the browser accepts (RFC 7741 §6.1); 0 if it is not stated. */
  blocks: number;
}

export interface Offer {
  audio: MediaLine | null;
  video: MediaLine | null;
}

/**
 * Reads an offer; `null` for a text that is not an offer with a data channel. The room uses Opus and VP8. If
 * `audioOnly`, the video line stays inactive even if the browser offers one.
 */
export function readOffer(sdp: string, audioOnly = false): Offer | null {
  if (!sdp.startsWith('v=0') || !/^a=ice-ufrag:/m.test(sdp) || !/^a=fingerprint:/m.test(sdp)) return null;
  const sections = sdp.split(/\r?\n(?=m=)/).slice(1);
  if (sections.length > 8 || !sections.some((section) => section.startsWith('m=application'))) return null;
  const video = line(sections, 'video', /^a=rtpmap:(\d{1,3}) VP8\/90000/im);
  return {
    audio: line(sections, 'audio', /^a=rtpmap:(\d{1,3}) opus\/48000/im),
    video: audioOnly && video ? { ...video, sends: false, receives: false } : video,
  };
}

function line(sections: string[], kind: 'audio' | 'video', codec: RegExp): MediaLine | null {
  for (const section of sections) {
    const mid = /^a=mid:([\w-]{1,32})\s*$/m.exec(section)?.[1];
    const payloadType = Number(codec.exec(section)?.[1] ?? NaN);
    if (section.startsWith(`m=${kind} `) && mid !== undefined && payloadType <= 127)
      return {
        mid,
        payloadType,
        sends: /^a=(sendrecv|sendonly)\s*$/m.test(section),
        receives: !/^a=(sendonly|inactive)\s*$/m.test(section),
        blocks: Number(
          new RegExp(`^a=fmtp:${payloadType} .*max-fs=(\\d{1,6})\\b`, 'm').exec(section)?.[1] ?? 0,
        ),
      };
  }
  return null;
}

/**
 * Removes all addresses from an offer. The room does not need them, because it learns a visitor's address
 * from the visitor's packets. An offer could contain any address, and the room would send packets there, even
 * into the service's own network.
 */
export function withoutCandidates(sdp: string): string {
  return sdp.replace(/^a=(?:candidate|end-of-candidates|remote-candidates)\b.*(?:\r?\n|$)/gim, '');
}

/** Adds a candidate to each media line of the answer, for a machine with a different public address. */
export function announce(sdp: string, address: string, port: number): string {
  const candidate = `a=candidate:99 1 UDP 2130706431 ${address} ${port} typ host`;
  return sdp.replace(/^(a=ice-pwd:.*)$/gm, `$1\r\n${candidate}`);
}

/** The options of a call's connection. */
import type { VoiceActivity } from './voice-activity.ts';
import type { FaceFile } from './face-file.ts';
import type { Inflow } from './inflow.ts';
import type { MediaEvent } from './media-messages.ts';
import type { Offer } from './offer.ts';
import type { LargePictureSlots } from './pictures.ts';

export interface PeerOptions {
  callId: string;
  sdp: string;
  offer: Offer;
  face: FaceFile;
  /** The same face with larger pictures; null if they are not used. */
  largeFace: FaceFile | null;
  largePictureSlots: LargePictureSlots;
  /** True if pictures of the visitor's camera are needed. */
  watch: boolean;
  /** True if no video is sent in either direction and no page draws the face. */
  audioOnly: boolean;
  udpPort: number;
  publicAddress: string | undefined;
  iceServers: string[];
  activity: VoiceActivity;
  /** Limits for the browser's traffic, which also apply to a replacement connection. */
  inflow: Inflow;
  /** True if the call's pictures are sent on even ticks, false for odd ticks. */
  sendsOnEvenTicks: boolean;
  sendEvent(event: MediaEvent): void;
  fault(where: string, error: unknown): void;
  now(): number;
}

/** Visitors of the game day: some see and hear, others write. Each stays in one call until it ends. */
import rtc from 'node-datachannel';
import type { Client } from '../../src/contract/client.ts';
import { readRoom, writeRoom } from '../../src/contract/rooms.ts';
import { SILENCE_CHECK_MS, SILENCE_CHECKS } from '../../src/elements/session/network.ts';
import { join } from '../client.ts';

export type BenchClient = Client<AbortSignal>;

/** A call that was acknowledged. */
export interface Call {
  id: string;
  url: string;
  token: string;
  /** A client of the process that runs the call. */
  client: BenchClient;
}

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * A visitor with sound and picture, who reconnects like a page when the connection is lost or silent, and counts
 * pictures.
 */
export class Watcher {
  readonly call: Call;
  pictures = 0;
  /** Number of packets of picture and sound. */
  packets = 0;
  returns = 0;
  /** Longest time without a connection in milliseconds. */
  away = 0;
  #isOver = false;
  /** References to objects of the native module, which receive no events after they are garbage-collected. */
  #resources: unknown[] = [];

  constructor(call: Call) {
    this.call = call;
  }

  async stay(ssrc: number): Promise<void> {
    let lostAt = performance.now();
    for (let times = 0; !this.#isOver; times++) {
      const join = await this.#join(ssrc).catch(() => null);
      if (join === null) {
        await pause(1000);
        continue;
      }
      if (times > 0) this.returns++;
      this.away = Math.max(this.away, times > 0 ? performance.now() - lostAt : 0);
      await join.whenLost;
      lostAt = performance.now();
    }
  }

  leave(): void {
    this.#isOver = true;
    for (const resource of this.#resources) (resource as { close?: () => void }).close?.();
  }

  /** Joins the call. The returned promise `whenLost` settles when the connection is lost. */
  async #join(ssrc: number): Promise<{ whenLost: Promise<void> }> {
    const joinedCall = await join(this.call, ssrc, (peer) => {
      const video = new rtc.Video('1', 'RecvOnly');
      video.addVP8Codec(96);
      const face = peer.addTrack(video);
      face.setMediaHandler(new rtc.RtcpReceivingSession());
      face.onMessage((packet) => {
        this.packets++;
        // The marker bit ends a picture.
        if ((packet[1]! & 0x80) !== 0 && (packet[1]! & 0x7f) === 96) this.pictures++;
      });
      return [video, face];
    });
    const { channel, peer, voice } = joinedCall;
    voice.onMessage(() => this.packets++);
    this.#resources = [channel, peer, joinedCall];
    const whenLost = new Promise<void>((resolve) => {
      const ping = setInterval(() => {
        try {
          channel.sendMessage(
            '{"message_type":"conversation","event_type":"conversation.ping","properties":{}}',
          );
        } catch {
          finish();
        }
      }, 2000);
      let packets = 0;
      let silentChecks = 0;
      const silence = setInterval(() => {
        silentChecks = this.packets === packets ? silentChecks + 1 : 0;
        packets = this.packets;
        if (silentChecks === SILENCE_CHECKS) finish();
      }, SILENCE_CHECK_MS);
      const finish = () => {
        clearInterval(ping);
        clearInterval(silence);
        resolve();
      };
      channel.onClosed(finish);
      peer.onStateChange((state) => {
        if (['closed', 'failed', 'disconnected'].includes(state)) finish();
      });
    });
    return { whenLost };
  }
}

/** Number of attempts to send a line before it counts as failed. */
const TRIES = 8;

/**
 * Writes numbered lines at intervals, repeats one that was not acknowledged, as a page does, and stores the
 * acknowledged ones.
 */
export class Writer {
  readonly call: Call;
  readonly acknowledgedLines: string[] = [];
  refusedCount = 0;
  #isOver = false;

  constructor(call: Call) {
    this.call = call;
  }

  async stay(every: number): Promise<void> {
    const room = { params: { conversation_id: this.call.id }, credential: this.call.token };
    for (let number = 1; !this.#isOver; number++) {
      const text = `line number ${number} of ${this.call.id}`;
      for (let attempts = 0; attempts < TRIES && !this.#isOver; attempts++)
        try {
          await this.call.client(readRoom, room);
          await this.call.client(writeRoom, {
            ...room,
            body: {
              message_type: 'conversation',
              event_type: 'conversation.respond',
              properties: { text },
              message_id: `line-${number}`,
            },
          });
          this.acknowledgedLines.push(text);
          break;
        } catch {
          this.refusedCount++;
          await pause(1000);
        }
      await pause(every);
    }
  }

  leave(): void {
    this.#isOver = true;
  }
}

/** The open embedded rooms, to which reports of the media process are passed. */
import type { RoomEvent } from '@palkit/agent';
import type { Clock } from '@palkit/runtime/clock';
import { EmbeddedRoom, type MediaPort } from './embedded-room.ts';
import type { JoinRequest, MediaEvent } from './media-messages.ts';

export class EmbeddedRooms {
  #media: MediaPort;
  #clock: Clock;
  #rooms = new Map<string, EmbeddedRoom>();
  /** Number of messages in all rooms that were dropped because they were invalid or exceeded a limit. */
  dropped = 0;

  constructor(media: MediaPort, clock: Clock) {
    this.#media = media;
    this.#clock = clock;
    media.subscribe((event) => this.#onMediaEvent(event));
  }

  /**
   * Opens a room. `heardBefore` has the ids of messages that an earlier room of the conversation received.
   */
  open(
    conversationId: string,
    face: string,
    emit: (event: RoomEvent) => void,
    options: Pick<JoinRequest, 'callLog' | 'watch' | 'audioOnly' | 'faceId'> = {},
    heardBefore: readonly string[] = [],
  ): EmbeddedRoom {
    const room = new EmbeddedRoom(
      conversationId,
      { face, ...options },
      emit,
      this.#media,
      this.#clock,
      () => {
        this.#rooms.delete(conversationId);
      },
      heardBefore,
    );
    this.#rooms.set(conversationId, room);
    return room;
  }

  /** True if visitors can currently join by WebRTC. They can always join in text. */
  get mediaAvailable(): boolean {
    return this.#media.available ?? true;
  }

  /** Returns a room that is open or was open recently; null if there is none. */
  get(conversationId: string): EmbeddedRoom | null {
    return this.#rooms.get(conversationId) ?? null;
  }

  #onMediaEvent(event: MediaEvent): void {
    if (event.is === 'crashed') {
      for (const id of event.callIds) this.#rooms.get(id)?.onMediaEvent({ is: 'lost', callId: id });
      return;
    }
    if (event.is === 'beyond-repair') {
      for (const id of event.callIds) this.#rooms.get(id)?.giveUp();
      return;
    }
    const room = this.#rooms.get(event.callId);
    if (room && !room.onMediaEvent(event)) this.dropped++;
  }
}

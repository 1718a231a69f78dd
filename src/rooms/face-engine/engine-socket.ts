/** A connection to the configured face engine, with a limit on the size of its messages. */
import { Agent, WebSocket } from 'undici';
import { FACE_ENGINE } from '@palkit/contract/face-engine';

export interface EngineSocket {
  readonly isOpen: boolean;
  /** Bytes that were sent and not read yet. */
  readonly unread: number;
  send(message: string | Uint8Array): void;
  close(): void;
}

export interface SocketListener {
  opened(): void;
  text(text: string): void;
  binary(bytes: Uint8Array): void;
  /** The connection has ended or was never opened. */
  closed(): void;
}

export type OpenSocket = (listener: SocketListener) => EngineSocket;

/**
 * Variable of the media process's environment that contains an `EngineAddress` as JSON, because other users can read
 * arguments.
 */
export const FACE_ENGINE_ADDRESS = 'PALKIT_FACE_ENGINE';

export interface EngineAddress {
  /** `ws://` or `wss://`. */
  url: string;
  /** Sent as bearer. */
  key: string | null;
}

/** Opens connections to one address; all calls of the process share their agent. */
export function socketsTo({ url, key }: EngineAddress): OpenSocket {
  const dispatcher = new Agent({
    connect: { timeout: FACE_ENGINE.readyWithin },
    webSocket: { maxPayloadSize: FACE_ENGINE.headerBytes + FACE_ENGINE.maxPictureBytes },
  });
  return (listener) => {
    const socket = new WebSocket(url, {
      dispatcher,
      headers: key === null ? {} : { authorization: `Bearer ${key}` },
    });
    socket.binaryType = 'arraybuffer';
    socket.addEventListener('open', () => listener.opened());
    socket.addEventListener('message', ({ data }: { data: unknown }) => {
      if (typeof data === 'string') listener.text(data);
      else if (data instanceof ArrayBuffer) listener.binary(new Uint8Array(data));
    });
    // An error is followed by the end of the connection.
    socket.addEventListener('error', () => {});
    socket.addEventListener('close', () => listener.closed());
    return {
      get isOpen() {
        return socket.readyState === WebSocket.OPEN;
      },
      get unread() {
        return socket.bufferedAmount;
      },
      send: (message) => socket.send(message),
      close: () => socket.close(),
    };
  };
}

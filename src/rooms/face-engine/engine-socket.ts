/** A connection to the configured face engine; the size of messages is limited. */
import { Agent, WebSocket } from 'undici';
import { FACE_ENGINE } from '@palkit/contract/face-engine';

export interface EngineSocket {
  readonly isOpen: boolean;
  /** Number of bytes that were sent but that the engine has not read yet. */
  readonly unreadBytes: number;
  send(message: string | Uint8Array): void;
  close(): void;
}

export interface SocketListener {
  onOpen(): void;
  text(text: string): void;
  onBinary(bytes: Uint8Array): void;
  /** Called when the connection has ended or could not be opened. */
  onClose(): void;
}

export type OpenSocket = (listener: SocketListener) => EngineSocket;

/**
 * Environment variable of the media process that contains an `EngineAddress` as JSON. It is not an argument,
 * because other users of the machine can read the arguments of a process.
 */
export const FACE_ENGINE_ADDRESS = 'PALKIT_FACE_ENGINE';

export interface EngineAddress {
  /** Starts with `ws://` or `wss://`. */
  url: string;
  /** Sent as a bearer token. */
  key: string | null;
}

/** Opens connections to one address; all calls of the process share one HTTP agent. */
export function socketsTo({ url, key }: EngineAddress): OpenSocket {
  const dispatcher = new Agent({
    connect: { timeout: FACE_ENGINE.readyTimeoutMs },
    webSocket: { maxPayloadSize: FACE_ENGINE.headerBytes + FACE_ENGINE.maxPictureBytes },
  });
  return (listener) => {
    const socket = new WebSocket(url, {
      dispatcher,
      headers: key === null ? {} : { authorization: `Bearer ${key}` },
    });
    socket.binaryType = 'arraybuffer';
    socket.addEventListener('open', () => listener.onOpen());
    socket.addEventListener('message', ({ data }: { data: unknown }) => {
      if (typeof data === 'string') listener.text(data);
      else if (data instanceof ArrayBuffer) listener.onBinary(new Uint8Array(data));
    });
    // Ignore errors, because each is followed by `close`.
    socket.addEventListener('error', () => {});
    socket.addEventListener('close', () => listener.onClose());
    return {
      get isOpen() {
        return socket.readyState === WebSocket.OPEN;
      },
      get unreadBytes() {
        return socket.bufferedAmount;
      },
      send: (message) => socket.send(message),
      close: () => socket.close(),
    };
  };
}

/**
 * Sends mutated packets in real sessions: RTP and RTCP on the visitor's tracks; DTLS, SCTP and STUN as datagrams
 * through a relay between the visitor and the room. Another call in the same media process measures the longest
 * time without pictures. Limit: 6 s. After a crash or a hang, the next visitor joins from another network.
 *
 *   node --import tsx bench/media-fuzz.ts [packets] [seed]
 */
import dgram from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Media } from '../src/rooms/embedded/media.ts';
import { joinNatively, type NativeVisitor } from '../test/rooms/native-visitor.ts';
import { report } from './results.ts';

const PACKETS = Number(process.argv[2] ?? 50_000);
const PACKETS_OF_VISITOR = 2500;
/** Packets per burst, and milliseconds between bursts; the rate is below the room's limit for a connection. */
const BURST = 20;
const GAP = 20;
/** Maximum number of recorded datagrams and packets that are mutated. */
const MAX_RECORDED_PACKETS = 500;
const LIMIT_MS = 6000;

let state = Number(process.argv[3] ?? 1) >>> 0;
/** Returns a random integer below `limit` (xorshift32). */
function random(limit: number): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % limit;
}
const pickOne = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;

/** Each kind of RTCP that browsers send (RFC 3550, 4585, 5104, 3611 and transport-wide feedback). */
const RTCP = [
  '80c9000112345678',
  '81c90007123456780000000100000000000000000000000000000000' + '00000000',
  '80c8000612345678e1a2b3c4d5e6f7081122334400000010000004d2',
  '81ca0004123456780107706172746963697000000000',
  '82ca0006123456780103616263000000' + '876543210103616263000000',
  '81cb000112345678',
  '82cb0004123456788765432104627965' + '00000000',
  '81cd00031234567887654321000a0005',
  '8fcd0005123456788765432100010004aabbccdd20040000',
  '81ce00021234567887654321',
  '84ce00041234567887654321876543210100' + '0000',
  '8fce00051234567800000000' + '52454d42011234567887654321'.slice(0, 24),
  '80cf0003123456780401000200000000',
  '80cc000312345678' + '50414c4b' + '00000000',
].map((hex) => Buffer.from(hex, 'hex'));

function mutate(packet: Buffer): Buffer {
  let bytes = Buffer.from(packet);
  for (let times = 1 + random(4); times > 0; times--)
    switch (random(6)) {
      case 0:
        if (bytes.length) bytes[random(bytes.length)] = random(256);
        break;
      case 1:
        if (bytes.length) bytes[random(bytes.length)]! ^= 1 << random(8);
        break;
      case 2:
        bytes = bytes.subarray(0, random(bytes.length + 1));
        break;
      case 3:
        bytes = Buffer.concat([bytes, Buffer.from(Array.from({ length: random(40) }, () => random(256)))]);
        break;
      case 4:
        // The first words of a packet contain lengths and counts.
        if (bytes.length >= 4) bytes.writeUInt16BE(pickOne([0, 1, 2, 255, 0x7fff, 0xffff]), 2);
        break;
      default:
        bytes = Buffer.concat([bytes, pickOne(RTCP)]);
    }
  return bytes.subarray(0, 1400);
}

/** A relay for one visitor. It records the visitor's datagrams and injects others in the direction of the room. */
class Relay {
  readonly recordedPackets: Buffer[] = [];
  readonly #socket = dgram.createSocket('udp4');
  #visitor: number | null = null;
  #room = 0;

  static async open(): Promise<Relay> {
    const relay = new Relay();
    relay.#socket.bind(0, '127.0.0.1');
    await once(relay.#socket, 'listening');
    relay.#socket.on('message', (datagram, { port }) => {
      if (port === relay.#room) {
        if (relay.#visitor !== null) relay.#socket.send(datagram, relay.#visitor, '127.0.0.1');
        return;
      }
      relay.#visitor = port;
      if (relay.recordedPackets.length < MAX_RECORDED_PACKETS) relay.recordedPackets.push(datagram);
      relay.inject(datagram);
    });
    return relay;
  }

  /** Returns the answer with the address of this relay instead of the room's. */
  readonly withRelayAddress = (answer: string): string => {
    const candidate = /^a=candidate:\S+ 1 UDP \d+ \S+ (\d+) typ host.*$/im;
    this.#room = Number(candidate.exec(answer)?.[1] ?? 0);
    const ownCandidate = `a=candidate:1 1 UDP 2122317823 127.0.0.1 ${this.#socket.address().port} typ host`;
    let count = 0;
    return answer.replace(/^a=candidate:.*$/gim, () => (count++ === 0 ? ownCandidate : 'a=x-omitted'));
  };

  inject(datagram: Buffer): void {
    this.#socket.send(datagram, this.#room, '127.0.0.1');
  }

  close(): void {
    this.#socket.close();
  }
}

const media = await Media.start({ udpPort: 0, log: () => {} });
let crashes = 0;
media.subscribe((event) => {
  if (event.is === 'crashed') crashes++;
});

/** The longest time without a picture in a call that joins again when its process has ended. */
const bystander = { longest: 0, joins: 0, over: false };
async function watchPictures(): Promise<void> {
  let lastPicture = performance.now();
  while (!bystander.over) {
    const crashCount = crashes;
    let visitor: NativeVisitor;
    try {
      visitor = await joinNatively(media, `bystander-${bystander.joins++}`, '192.0.2.1');
    } catch {
      await pause(100);
      continue;
    }
    for (let pictures = -1; !bystander.over && crashes === crashCount; await pause(20)) {
      const now = performance.now();
      if (visitor.countPictures() > pictures) {
        if (pictures >= 0) bystander.longest = Math.max(bystander.longest, now - lastPicture);
        if (pictures >= 0) lastPicture = now;
        pictures = visitor.countPictures();
      }
    }
    void visitor.close();
  }
}

let sentCount = 0;
let visitors = 0;
async function attack(): Promise<void> {
  const number = visitors++;
  const network = `198.51.${number >> 8}.${number & 255}`;
  const relay = await Relay.open();
  let visitor: NativeVisitor;
  try {
    visitor = await joinNatively(media, `attacker-${number}`, network, relay.withRelayAddress);
  } catch {
    relay.close();
    return pause(100);
  }
  const crashCount = crashes;
  const packets: Buffer[] = [];
  for (const track of [visitor.voice, visitor.camera])
    track.onMessage(
      (packet) => void (packets.length < MAX_RECORDED_PACKETS && packets.push(Buffer.from(packet))),
    );
  await pause(400);
  for (let count = 0; count < PACKETS_OF_VISITOR && sentCount < PACKETS && crashes === crashCount; count++) {
    try {
      const kind = random(5);
      if (kind === 0) relay.inject(mutate(pickOne(relay.recordedPackets)));
      else {
        const packet = mutate(pickOne(kind === 1 && packets.length ? packets : RTCP));
        // The library refuses packets that are too short for SRTP.
        if (packet.length >= 12) (random(4) ? visitor.camera : visitor.voice).sendMessageBinary(packet);
        if (kind === 2) visitor.channel.sendMessageBinary(packet);
      }
    } catch {
      // The library on the visitor's side refused to send the packet.
    }
    sentCount++;
    if (count % BURST === 0) await pause(GAP);
  }
  await pause(200);
  relay.close();
  void visitor.close();
}

void watchPictures();
const startedAt = performance.now();
while (sentCount < PACKETS) await attack();
await pause(7000);
bystander.over = true;
await pause(100);
report(
  `${sentCount} packets of ${visitors} visitors in ${Math.round((performance.now() - startedAt) / 1000)} s: ` +
    `the media process was ended ${crashes} times; longest time without pictures for a bystander ` +
    `${(bystander.longest / 1000).toFixed(1)} s (limit ${LIMIT_MS / 1000} s), ${bystander.joins} joins\n`,
);
await media.close();
process.exit(bystander.longest <= LIMIT_MS ? 0 : 1);

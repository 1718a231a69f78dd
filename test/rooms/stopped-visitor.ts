/** A visitor in a separate process that a test can suspend. Offer and answer are exchanged by IPC. */
import rtc from 'node-datachannel';

const peer = new rtc.PeerConnection('stopped', {
  iceServers: [],
  forceMediaTransport: true,
  disableAutoNegotiation: true,
});
const audio = new rtc.Audio('0', 'SendRecv');
audio.addOpusCodec(111);
audio.addSSRC(1234, 'visitor', 'visitor', 'microphone');
const track = peer.addTrack(audio);
const channel = peer.createDataChannel('palkit');
channel.onOpen(() => void process.send?.({ open: true }));
// Export the objects, because the native module drops the callbacks of objects without references.
export const connection = { peer, track, channel };
peer.onGatheringStateChange((state) => {
  if (state === 'complete') process.send?.({ offer: peer.localDescription()?.sdp });
});
process.on('message', (answer: string) => void peer.setRemoteDescription(answer, 'answer'));
process.on('disconnect', () => process.exit(0));
peer.setLocalDescription('offer');

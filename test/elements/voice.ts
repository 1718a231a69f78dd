/** Creates an audible stream, for the voice of an agent without a picture. */
export function voice(): { stream: MediaStream; stop(): void } {
  const context = new AudioContext();
  const tone = context.createOscillator();
  const out = context.createMediaStreamDestination();
  tone.connect(out);
  tone.start();
  return {
    stream: out.stream,
    stop: () => {
      tone.stop();
      void context.close();
    },
  };
}

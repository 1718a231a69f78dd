/** Creates an audible stream, for the voice of an agent without a picture. */
export function voice(): { stream: MediaStream; stop(): void } {
  const context = new AudioContext();
  const oscillator = context.createOscillator();
  const destination = context.createMediaStreamDestination();
  oscillator.connect(destination);
  oscillator.start();
  return {
    stream: destination.stream,
    stop: () => {
      oscillator.stop();
      void context.close();
    },
  };
}

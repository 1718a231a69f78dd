/** Moving pictures drawn on a canvas, so that stories need neither a camera nor a service. */
import mira from '../src/assets/faces/mira.jpg';

export const FACE = mira;

/** Returns the agent's picture: her portrait with a breathing motion. */
export function agentPicture(): MediaStream {
  const image = Object.assign(new Image(), { src: FACE });
  return createMovingPicture(640, 640, (context, time) => {
    if (!image.complete || !image.naturalWidth) return;
    const grown = 1 + 0.012 * (1 + Math.sin(time / 1400));
    const size = 640 * grown;
    context.drawImage(image, (640 - size) / 2, (640 - size) / 2, size, size);
  });
}

/** Returns the visitor's picture: a silhouette. */
export function visitorPicture(): MediaStream {
  return createMovingPicture(320, 426, (context, time) => {
    context.fillStyle = '#c9b8a6';
    context.fillRect(0, 0, 320, 426);
    context.fillStyle = '#5b4a3f';
    const lean = 6 * Math.sin(time / 1800);
    context.beginPath();
    context.ellipse(160 + lean, 190, 66, 84, 0, 0, 7);
    context.ellipse(160 + lean / 2, 430, 140, 140, 0, 0, 7);
    context.fill();
  });
}

/** Returns the visitor's screen: a page with a table. */
export function screenPicture(): MediaStream {
  return createMovingPicture(960, 600, (context, time) => {
    context.fillStyle = '#eef1f6';
    context.fillRect(0, 0, 960, 600);
    context.fillStyle = '#2f3a4f';
    context.fillRect(0, 0, 960, 54);
    context.fillStyle = '#fff';
    context.fillRect(60, 100, 840, 440);
    for (let row = 0; row < 8; row++) {
      context.fillStyle = row === Math.floor(time / 900) % 8 ? '#cfe0ff' : '#dfe4ec';
      context.fillRect(84, 124 + row * 50, 240, 26);
      context.fillRect(350, 124 + row * 50, 360 + 20 * (row % 3), 26);
      context.fillRect(800, 124 + row * 50, 70, 26);
    }
  });
}

const running = new Set<MediaStream>();
/** Stops the pictures of a story when it ends. */
export function stopPictures(): void {
  for (const stream of running) for (const track of stream.getTracks()) track.stop();
  running.clear();
}

function createMovingPicture(
  width: number,
  height: number,
  draw: (context: CanvasRenderingContext2D, time: number) => void,
): MediaStream {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d')!;
  const stream = canvas.captureStream(10);
  running.add(stream);
  const frame = () => {
    if (!stream.active) return;
    draw(context, performance.now());
    setTimeout(frame, 100);
  };
  frame();
  return stream;
}

/** A picture for the image card, without a network. */
export const CHART_PICTURE = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 300"><rect width="480" height="300" ' + 'fill="#e9eefb"/><path d="M40 250 120 230 200 160 280 95 360 60 440 78" fill="none" ' + 'stroke="#2b5bd7" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/></svg>')}`;

/** The shop's first screen: Mira's picture, and buttons that start a call in the widget. */
const widget = document.querySelector('pal-widget');
const video = document.querySelector('.face video');
const pause = document.querySelector('.pause');

const showPaused = () => pause.setAttribute('aria-pressed', String(video.paused));
video.addEventListener('play', showPaused);
video.addEventListener('pause', showPaused);
pause.addEventListener('click', () => {
  if (video.paused) void video.play().catch(() => {});
  else video.pause();
});
pause.hidden = false;
if (!matchMedia('(prefers-reduced-motion: reduce)').matches) video.play().catch(() => {});

document.querySelector('.face').addEventListener('click', () => widget.open());
document.querySelector('[data-talk]').addEventListener('click', () => void widget.start());

let isLive = false;
let question = null;
widget.addEventListener('pal-started', () => {
  isLive = true;
  if (question) widget.say(question);
  question = null;
});
widget.addEventListener('pal-ended', () => {
  isLive = false;
});
for (const button of document.querySelectorAll('[data-question]'))
  button.addEventListener('click', () => {
    if (isLive) {
      widget.open();
      widget.say(button.textContent);
      return;
    }
    question = button.textContent;
    void widget.start('text');
  });

// While the panel is open, it shows Mira, so hide her in the picture.
for (const type of ['pal-open', 'pal-close'])
  widget.addEventListener(type, () => {
    document.querySelector('.mira').classList.toggle('away', type === 'pal-open');
  });

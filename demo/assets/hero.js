/** The hero's face moves, unless the visitor wants less motion, and can be held still. */
const video = document.querySelector('.talking video');
const button = document.querySelector('.talking button');
const show = () => {
  button.setAttribute('aria-pressed', String(video.paused));
};
video.addEventListener('play', show);
video.addEventListener('pause', show);
button.addEventListener('click', () => {
  if (video.paused) void video.play().catch(() => {});
  else video.pause();
});
button.hidden = false;
if (!matchMedia('(prefers-reduced-motion: reduce)').matches) video.play().catch(() => {});

// In the open panel she is there herself.
const widget = document.querySelector('pal-widget');
for (const type of ['pal-open', 'pal-close'])
  widget.addEventListener(type, () => {
    video.parentElement.classList.toggle('away', type === 'pal-open');
  });

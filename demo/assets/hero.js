/** Plays the hero's video unless the visitor prefers reduced motion, with a button to pause it. */
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

// Hides the video while the panel shows the agent herself.
const widget = document.querySelector('pal-widget');
for (const type of ['pal-open', 'pal-close'])
  widget.addEventListener(type, () => {
    video.parentElement.classList.toggle('away', type === 'pal-open');
  });

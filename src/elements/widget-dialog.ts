/**
 * The widget's dialog: a panel in the corner, a large modal dialog, or on a phone a sheet above the on-screen
 * keyboard. All three forms are the same element, so that a call continues. The dialog also applies the owner's
 * settings for the agent's picture and for the initial form.
 */
import { css } from 'lit';
import { followFace, growFace, launcherOf, shrinkFace, type FaceWidget } from './face-flight.ts';
import { placeInWindow } from './place-in-window.ts';
import { skipShiftMeasurement, forceRender } from './render-anew.ts';
import { zoomOf } from './top-layer.ts';
import type { PalPanel } from './parts/pal-panel.ts';
import type { View } from './session/phases.ts';

/** The members of a widget that its dialog uses. */
export interface DialogWidget extends FaceWidget {
  position: 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left';
  variant: 'tiny' | 'compact' | 'full';
  text: string;
  poster: string;
  expanded: boolean;
  readonly sheets: readonly CSSStyleSheet[];
  restyle(sheets: readonly CSSStyleSheet[]): void;
  requestUpdate(): void;
  close(): void;
}

const styles = css`
  .panel {
    position: absolute;
    inset: auto 0 72px auto;
    width: min(var(--pal-panel-width, 400px), var(--reach, 100vw - 40px));
    height: min(var(--pal-panel-height, 720px), var(--room, 100dvh - 112px));
    max-width: none;
    max-height: none;
    margin: 0;
    padding: 0;
    color: inherit;
    border: 1px solid var(--pal-line);
    border-radius: var(--pal-radius);
    background: var(--pal-surface);
    box-shadow: var(--pal-shadow);
    overflow: hidden;
    transform-origin: bottom right;
    animation: rise var(--pal-duration) var(--pal-ease);
  }
  .panel[class$='left'] {
    inset-inline: auto;
    left: 0;
    transform-origin: bottom left;
  }
  .panel[class*=' top'] {
    top: 72px;
    bottom: auto;
    transform-origin: top;
  }
  .panel:focus {
    outline: none;
  }
  .panel:modal {
    position: fixed;
    inset: 0 !important;
    margin: auto;
    width: min(var(--pal-expanded-width, 1120px), 100% - 48px);
    height: min(var(--pal-expanded-height, 760px), 100% - 48px);
    transform-origin: center;
  }
  /* The panel covers the page; hide the launcher, so that it is not visible beside the panel. */
  slot:has(~ .panel:modal) {
    visibility: hidden;
  }
  .panel::backdrop {
    background: var(--pal-backdrop, rgb(0 0 0 / 0.5));
  }
  @keyframes rise {
    from {
      opacity: 0;
      transform: translateY(12px) scale(0.98);
    }
  }
  @media (max-width: 480px), (max-height: 560px) {
    .panel.panel {
      inset: var(--top, 0) auto auto var(--left, 0) !important;
      margin: 0;
      width: var(--width, 100%);
      height: var(--height, 100%);
      border: 0;
      border-radius: 0;
    }
    pal-panel {
      inset: env(safe-area-inset-top, 0) env(safe-area-inset-right, 0) env(safe-area-inset-bottom, 0)
        env(safe-area-inset-left, 0);
    }
  }
`.styleSheet!;

/** Distance in CSS pixels from the launcher's outer edge to the panel. */
const LAUNCHER = 72;
/** Distance in CSS pixels from the panel to the window's edge. */
const MARGIN = 20;

/** Prevents the page from scrolling behind a panel that covers it. */
const scrollLock = new CSSStyleSheet();
scrollLock.replaceSync('html{overflow:hidden!important}');

/** Matches windows that are too small for a panel beside the page, as on a phone or with a large zoom. */
const PHONE = matchMedia('(max-width: 480px), (max-height: 560px)');
/** Matches touch devices, where a focused field opens the on-screen keyboard. */
const TOUCH = matchMedia('(pointer: coarse)');
const dialogs = new WeakSet<DialogWidget>();
/** Widgets that have applied their owner's settings. */
const adoptedWidgets = new WeakSet<DialogWidget>();
/** Widgets whose panels cover the page. */
const coveringWidgets = new Set<DialogWidget>();

/**
 * Updates the dialog after each change of a channel, starting with its first session. The signal removes everything
 * that was added to the page. A `quiet` panel does not take the focus.
 */
export function widgetDialog(
  channel: HTMLElement,
  view: View | null,
  opened: boolean,
  quiet: boolean,
  signal: AbortSignal,
): void {
  if (quiet && opened && !hasCall(channel, view)) return (channel as DialogWidget).close();
  // The other channels have neither `position` nor a dialog.
  if (!('position' in channel)) return;
  const widget: DialogWidget = channel as HTMLElementTagNameMap['pal-widget'];
  const root = widget.shadowRoot;
  if (!root) return;
  // A widget that is being moved may be detached for a moment; the page may scroll then.
  if (!widget.isConnected) return coverPage(widget, false);
  if (!dialogs.has(widget)) prepare(widget, root, signal);
  if (view?.deployment) applyOwnerChoices(widget, view.deployment);
  arrange(widget, root, view, opened, quiet);
}

function arrange(
  widget: DialogWidget,
  root: ShadowRoot,
  view: View | null,
  opened: boolean,
  quiet: boolean,
): void {
  const dialog = root.querySelector('dialog');
  void followLauncher(widget, opened && view ? 'open' : dialog ? 'minimised' : 'closed');
  coverPage(widget, opened && isModal(widget) && dialog !== null);
  if (dialog) updateDialog(widget, dialog, { opened, quiet, isLive: view?.phase.is === 'live' });
}

const launchers = new WeakMap<DialogWidget, 'closed' | 'open' | 'minimised'>();

/**
 * Renders the widget anew when its launcher has grown or shrunk, which it does towards the inside of the
 * page.
 */
async function followLauncher(widget: DialogWidget, state: 'closed' | 'open' | 'minimised'): Promise<void> {
  const previousState = launchers.get(widget) ?? 'closed';
  launchers.set(widget, state);
  if (previousState === state) return;
  await launcherOf(widget)?.updateComplete;
  forceRender(widget);
}

/** Elements that reopened for the call of an earlier page and found this call. */
const resumingElements = new WeakSet<HTMLElement>();

/**
 * True unless an element reopened for an earlier call that does not exist or that another element has
 * resumed.
 */
function hasCall(channel: HTMLElement, view: View | null): boolean {
  const is = view?.phase.is ?? 'idle';
  if (is === 'idle' || is === 'loading' || resumingElements.has(channel)) return true;
  if (is === 'ready') return false;
  resumingElements.add(channel);
  return true;
}

const isModal = (widget: DialogWidget): boolean => PHONE.matches || widget.expanded;

/** Updates the form and size of the dialog to the current state. */
function updateDialog(
  widget: DialogWidget,
  dialog: HTMLDialogElement,
  { opened, quiet, isLive }: { opened: boolean; quiet: boolean; isLive: boolean },
): void {
  const modal = isModal(widget);
  const reopens = isLive && opened && !dialog.open && !quiet;
  // The animation of the face replaces the panel's own.
  if (opened && !dialog.open && !quiet) dialog.style.animation = growFace(widget, dialog) ? 'none' : '';
  show(dialog, { opened, modal, quiet });
  updateSize(dialog, widget, modal);
  const panel = dialog.querySelector<PalPanel>('pal-panel');
  if (panel) panel.expanded = widget.expanded;
  if (reopens && !TOUCH.matches) focusMessageLine(panel);
  followFace(widget, panel);
}

/** Focuses the message line when a visitor returns to a call; the Tab key continues from there. */
function focusMessageLine(panel: PalPanel | null): void {
  const callRoot = panel?.shadowRoot?.querySelector('pal-call')?.shadowRoot;
  callRoot?.querySelector('pal-composer')?.focus();
}

/** Adds the styles and listeners once; the signal removes them. */
function prepare(widget: DialogWidget, root: ShadowRoot, signal: AbortSignal): void {
  dialogs.add(widget);
  widget.restyle([...widget.sheets, styles]);
  widget.addEventListener('pal-close', () => void shrinkFace(widget), { signal });
  root.addEventListener('keydown', (event) => leaveByKey(widget, event), { signal });
  // `cancel` and `close` do not bubble, so the listeners capture them.
  root.addEventListener('cancel', (event) => leaveByKey(widget, event), { capture: true, signal });
  root.addEventListener('close', (event) => followClose(widget, event), { capture: true, signal });
  const redraw = () => widget.requestUpdate();
  PHONE.addEventListener('change', redraw, { signal });
  for (const type of ['resize', 'scroll']) window.visualViewport?.addEventListener(type, redraw, { signal });
  // A panel in the corner may cover the focused element of the page, so Escape works there too.
  document.addEventListener(
    'keydown',
    (event) => {
      const isBeside = root.querySelector('dialog[open]:not(:modal)') !== null;
      if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing && isBeside) widget.close();
    },
    { signal },
  );
  signal.addEventListener(
    'abort',
    () => {
      dialogs.delete(widget);
      widget.restyle(widget.sheets.filter((sheet) => sheet !== styles));
      coverPage(widget, false);
    },
    { once: true },
  );
}

const isPanel = (target: EventTarget | null): target is HTMLDialogElement =>
  target instanceof HTMLDialogElement && target.matches('.panel');

/**
 * Handles Escape and the back gesture of a phone: the large dialog first moves to the corner, then the panel
 * closes. On a phone there is no corner.
 */
function leaveByKey(widget: DialogWidget, event: Event): void {
  const inPanel =
    event instanceof KeyboardEvent
      ? event.key === 'Escape' && event.composedPath().some(isPanel)
      : isPanel(event.target);
  if (!inPanel || event.defaultPrevented) return;
  event.preventDefault();
  if (widget.expanded && !PHONE.matches) widget.expanded = false;
  else widget.close();
}

/**
 * Closes the panel after the browser has closed its dialog, for example on a second back gesture without a
 * tap. This cannot be prevented.
 */
function followClose(widget: DialogWidget, { target }: Event): void {
  // The dialog is closed and reopened immediately to change its form; ignore this close event.
  if (isPanel(target) && !target.open) widget.close();
}

/** Opens or closes the dialog, as a modal in the top layer or beside the page. */
function show(
  dialog: HTMLDialogElement,
  { opened, modal, quiet }: { opened: boolean; modal: boolean; quiet: boolean },
): void {
  if (dialog.open && (!opened || dialog.matches(':modal') !== modal)) dialog.close();
  if (!opened || dialog.open) return;
  skipShiftMeasurement(dialog);
  // In the markup, `autofocus` would take the focus of a page that has just loaded, even for a quiet panel.
  dialog.autofocus = true;
  if (modal) dialog.showModal();
  else if (quiet) dialog.setAttribute('open', '');
  else dialog.show();
}

/** The visible area, for browsers that do not report it. */
const WINDOW = { width: innerWidth, height: innerHeight, offsetLeft: 0, offsetTop: 0 };

/** The state for which the sizes of each dialog were last computed. */
const fittedStates = new WeakMap<HTMLDialogElement, string>();

/**
 * Updates the size. On a phone the dialog fills the area above the on-screen keyboard; in a corner it is
 * limited by the window. CSS `zoom` of the page enlarges all lengths that are set here.
 */
function updateSize(dialog: HTMLDialogElement, widget: DialogWidget, modal: boolean): void {
  const { matches: phone } = PHONE;
  const { width, height, offsetLeft, offsetTop } = window.visualViewport ?? WINDOW;
  const { position } = widget;
  const viewport = [innerWidth, innerHeight, width, height, offsetLeft, offsetTop];
  const state = [dialog.open, modal, phone, position, ...viewport];
  if (fittedStates.get(dialog) === state.join()) return;
  fittedStates.set(dialog, state.join());
  const zoom = zoomOf(widget);
  const set = (name: string, pixels: number | null) =>
    dialog.style.setProperty(name, pixels === null ? '' : `${pixels / zoom}px`);
  set('--height', phone ? height : null);
  set('--top', phone ? offsetTop : null);
  set('--width', phone ? width : null);
  set('--left', phone ? offsetLeft : null);
  if (phone && dialog.open) {
    // Chromium places fixed elements of a right-to-left page that is wider than the screen outside the window.
    const box = dialog.getBoundingClientRect();
    const excess = box.left + box.width / 2 - offsetLeft - width / 2;
    if (Math.abs(excess) > 1) set('--left', offsetLeft - excess);
  }
  const { top, right, bottom, left } = placeInWindow(widget);
  // The panel starts beyond the launcher and ends before the opposite edge of the window.
  const launcherHeight = (LAUNCHER + MARGIN) * zoom;
  const availableHeight = position.startsWith('top') ? innerHeight - top : bottom;
  const availableWidth = position.endsWith('left') ? innerWidth - left : right;
  set('--room', Math.max(availableHeight - launcherHeight, 0));
  set('--reach', Math.max(availableWidth - MARGIN * zoom, 0));
}

/** Applies the owner's settings from the first deployment; the widget itself applies those for its launcher. */
function applyOwnerChoices(
  widget: DialogWidget,
  { customization, thumbnail_image_url }: NonNullable<View['deployment']>,
): void {
  if (adoptedWidgets.has(widget)) return;
  adoptedWidgets.add(widget);
  const { avatar, start_expanded = false } = customization.widget ?? {};
  if (avatar !== false) widget.poster ||= typeof avatar === 'string' ? avatar : thumbnail_image_url;
  widget.expanded ||= start_expanded;
}

function coverPage(widget: DialogWidget, covers: boolean): void {
  if (covers) coveringWidgets.add(widget);
  else coveringWidgets.delete(widget);
  const otherSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== scrollLock);
  if (coveringWidgets.size > 0 !== otherSheets.length < document.adoptedStyleSheets.length)
    document.adoptedStyleSheets = coveringWidgets.size > 0 ? [...otherSheets, scrollLock] : otherSheets;
}

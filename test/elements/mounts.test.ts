import { expect, nextFrame } from '@open-wc/testing';
import { fakeService } from '../../stories/service.ts';
import { DEPLOYMENT, ScriptedSession } from '../../stories/scripted-session.ts';
import '../../src/elements/define.ts';
import { browserClock } from '../../src/elements/session/clock.ts';
import type { MediaPort } from '../../src/elements/session/devices.ts';
import { SCRIPTS, scriptedRooms } from '../../src/elements/session/scripted-room.ts';
import { ServiceSession } from '../../src/elements/session/session.ts';
import { RequestEvent } from '../../src/elements/parts/base/request.ts';
import type { ChannelOptions } from '../../src/elements/open-session.ts';
import { waitUntil } from './wait-until.ts';

type Listening = [type: string, listener: unknown];

/** Counts the listeners that are added to objects that outlive the elements, and lists those not removed. */
function watch(targets: EventTarget[]) {
  const standing = new Set<Listening>();
  const listenerCounts: Record<string, number> = {};
  const restore = targets.map((target) => {
    const { addEventListener, removeEventListener } = target;
    target.addEventListener = function (
      this: EventTarget,
      type: string,
      listener: unknown,
      options?: boolean | AddEventListenerOptions,
    ) {
      const entry: Listening = [type, listener];
      const signal = typeof options === 'object' ? options.signal : undefined;
      if (!signal?.aborted) {
        standing.add(entry);
        listenerCounts[type] = (listenerCounts[type] ?? 0) + 1;
        signal?.addEventListener('abort', () => standing.delete(entry));
      }
      return addEventListener.call(this, type, listener as EventListener, options);
    };
    target.removeEventListener = function (
      this: EventTarget,
      type: string,
      listener: unknown,
      options?: boolean | EventListenerOptions,
    ) {
      for (const entry of standing) if (entry[0] === type && entry[1] === listener) standing.delete(entry);
      return removeEventListener.call(this, type, listener as EventListener, options);
    };
    return () => {
      Reflect.deleteProperty(target, 'addEventListener');
      Reflect.deleteProperty(target, 'removeEventListener');
    };
  });
  return {
    standing,
    added: listenerCounts,
    restore: () => restore.forEach((restoreTarget) => restoreTarget()),
  };
}

describe('a hundred mounts and unmounts', () => {
  it('leave no node, no listener, no style and no track, and end each call exactly once', async function () {
    this.timeout(120_000);
    const tracks: MediaStreamTrack[] = [];
    const devices = new EventTarget();
    const media = {
      getUserMedia: () => {
        const stream = document.createElement('canvas').captureStream();
        tracks.push(...stream.getTracks());
        return Promise.resolve(stream);
      },
      enumerateDevices: () => Promise.resolve([]),
      addEventListener: (...args: Parameters<EventTarget['addEventListener']>) =>
        devices.addEventListener(...args),
    } as unknown as MediaPort;
    const deployment = { ...DEPLOYMENT, customization: { show_haircheck: false } };
    const createSession = (options: ChannelOptions) =>
      new ServiceSession({
        ...options,
        baseUrl: 'https://palkit.invalid',
        fetch: fakeService({ deployment }),
        media,
        rooms: scriptedRooms(SCRIPTS['shows-a-card'], browserClock),
      });
    // Load the chunk first, and create the objects that all elements share.
    const firstWidget = document.createElement('pal-widget');
    const session = new ScriptedSession();
    firstWidget.createSession = () => session;
    document.body.append(firstWidget);
    firstWidget.open();
    await waitUntil(() => session.calls.length > 0, 'the chunk is there');
    firstWidget.remove();
    await waitUntil(() => session.calls.some(([verb]) => verb === 'dispose'), 'it has left');

    const phone = matchMedia('(max-width: 480px)');
    const listeners = watch([
      window,
      document,
      document.body,
      document.documentElement,
      window.visualViewport!,
      devices,
      phone,
    ]);
    const styleSheetCount = document.adoptedStyleSheets.length;
    const nodeCount = document.querySelectorAll('*').length;
    const endedSessions: string[] = [];
    const hear = (event: Event) => endedSessions.push(event.type);
    for (let mount = 0; mount < 100; mount++) {
      const widget = document.createElement('pal-widget');
      Object.assign(widget, { deploymentId: 'd1', createSession, expanded: mount % 3 === 0 });
      widget.addEventListener('pal-ended', hear);
      document.body.append(widget);
      const live = new Promise((resolve) => widget.addEventListener('pal-started', resolve, { once: true }));
      await widget.start();
      await live;
      await widget.updateComplete;
      widget
        .shadowRoot!.querySelector('pal-panel')!
        .dispatchEvent(new RequestEvent({ do: 'microphone', on: true }));
      await nextFrame();
      if (mount % 2) widget.end();
      else widget.remove();
      widget.remove();
      await nextFrame();
    }
    await waitUntil(() => endedSessions.length === 100, 'an end for each call');
    // The sessions of removed elements end half a second later.
    await waitUntil(() => listeners.standing.size === 0, 'no listener stays').catch(() => 0);
    const leftListeners = [...listeners.standing].map(([type]) => type);
    listeners.restore();
    expect(endedSessions.length, 'one end for each call').to.equal(100);
    expect(leftListeners, JSON.stringify(listeners.added)).to.deep.equal([]);
    expect(listeners.added['pagehide'], 'they were listened to').to.equal(100);
    expect(document.querySelectorAll('*').length).to.equal(nodeCount);
    expect(document.adoptedStyleSheets.length).to.equal(styleSheetCount);
    expect(tracks.length, 'a microphone for each').to.equal(100);
    expect(tracks.filter(({ readyState }) => readyState === 'live').length).to.equal(0);
  });
});

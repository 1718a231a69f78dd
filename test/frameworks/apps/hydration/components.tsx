/** The channels as React components, with listeners and objects, which React itself loses during hydration. */
import { PalEmbed, PalWidget } from 'palkit/react';
import { useRef, useState } from 'react';
import type { PalEmbed as Embed } from 'palkit';

const OVERRIDE = { locale: 'de' };

export function Components() {
  const [events, setEvents] = useState<string[]>([]);
  const [count, setCount] = useState(0);
  const embed = useRef<Embed>(null);
  return (
    <section>
      <PalEmbed
        ref={embed}
        className="ours"
        deploymentId="d1"
        baseUrl="http://app.example"
        override={OVERRIDE}
        tools={{ basket: () => ({ items: count }) }}
        onStateChange={(event) => setEvents((before) => [...before, `${count}:${event.phase.is}`])}
      />
      <PalWidget deploymentId="d1" text="Ask us" expanded={false}>
        <span slot="launcher">Ask</span>
      </PalWidget>
      <button id="count" onClick={() => setCount(count + 1)}>
        {count}
      </button>
      <button id="open" onClick={() => void embed.current?.start()}>
        Open
      </button>
      <p id="told">{events.join(' ')}</p>
    </section>
  );
}

/** A small Vue application with the embed: `?deployment=…&service=…` say what to talk to. */
import { createApp, defineComponent, h, ref } from 'vue';
import type { PalEmbed as Embed, PalEndedEvent, PalStateChangeEvent } from 'palkit';
import { PalEmbed } from 'palkit/vue';

const asked = new URLSearchParams(location.search);

const App = defineComponent({
  setup() {
    const shown = ref(true);
    const said = ref<string[]>([]);
    const embed = ref<{ element: Embed | null } | null>(null);
    return () =>
      h('main', { style: 'max-width: 900px; margin: 24px auto; padding: 0 20px' }, [
        h('h1', 'Talk to us'),
        h('p', [
          h('button', { id: 'start', onClick: () => void embed.value?.element?.start() }, 'Start'),
          ' ',
          h(
            'button',
            { id: 'toggle', onClick: () => (shown.value = !shown.value) },
            shown.value ? 'Take away' : 'Bring back',
          ),
        ]),
        shown.value
          ? h(PalEmbed, {
              ref: embed,
              deploymentId: asked.get('deployment') ?? '',
              baseUrl: asked.get('service') ?? '',
              accentColor: '#0f7a52',
              onPalReady: () => said.value.push('ready'),
              onPalStateChange: (event: PalStateChangeEvent) => said.value.push(`phase ${event.phase.is}`),
              onPalEnded: (event: PalEndedEvent) => said.value.push(`ended: ${event.reason}`),
            })
          : null,
        h(
          'ol',
          { id: 'said' },
          said.value.map((words, index) => h('li', { key: index }, words)),
        ),
      ]);
  },
});

createApp(App).mount('#app');

/** A small Vue application with the embed. `?deployment=…&service=…` selects the deployment. */
import { createApp, defineComponent, h, ref } from 'vue';
import type { PalEmbed as Embed, PalEndedEvent, PalStateChangeEvent } from 'palkit';
import { PalEmbed } from 'palkit/vue';

const query = new URLSearchParams(location.search);

const App = defineComponent({
  setup() {
    const visible = ref(true);
    const messages = ref<string[]>([]);
    const embed = ref<{ element: Embed | null } | null>(null);
    return () =>
      h('main', { style: 'max-width: 900px; margin: 24px auto; padding: 0 20px' }, [
        h('h1', 'Talk to us'),
        h('p', [
          h('button', { id: 'start', onClick: () => void embed.value?.element?.start() }, 'Start'),
          ' ',
          h(
            'button',
            { id: 'toggle', onClick: () => (visible.value = !visible.value) },
            visible.value ? 'Take away' : 'Bring back',
          ),
        ]),
        visible.value
          ? h(PalEmbed, {
              ref: embed,
              deploymentId: query.get('deployment') ?? '',
              baseUrl: query.get('service') ?? '',
              accentColor: '#0f7a52',
              onPalReady: () => messages.value.push('ready'),
              onPalStateChange: (event: PalStateChangeEvent) =>
                messages.value.push(`phase ${event.phase.is}`),
              onPalEnded: (event: PalEndedEvent) => messages.value.push(`ended: ${event.reason}`),
            })
          : null,
        h(
          'ol',
          { id: 'said' },
          messages.value.map((words, index) => h('li', { key: index }, words)),
        ),
      ]);
  },
});

createApp(App).mount('#app');

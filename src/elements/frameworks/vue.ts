/**
 * The channels as Vue components: without `isCustomElement`, with typed properties, and with listeners such as
 * `@pal-ended`. They render on a server and hydrate.
 */
import { defineComponent, h, ref, type DefineComponent } from 'vue';
import '../define.ts';
import type { PalEvents } from '../events.ts';
import {
  ATTRIBUTES,
  markupAttributes,
  OBJECTS,
  type ChannelProperties,
  type Channels,
} from './channel-table.ts';
export type * from './vue-templates.ts';
export * from './vue-session.ts';

type Capitalised<Text extends string> = Text extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${Capitalised<Rest>}`
  : Capitalize<Text>;
type Listeners = {
  [Type in keyof PalEvents as `on${Capitalised<Type & string>}`]?: (event: PalEvents[Type]) => void;
};

function component<Tag extends keyof Channels>(
  tag: Tag,
  name: string,
): DefineComponent<ChannelProperties<Tag> & Listeners> {
  const names = [...Object.keys(ATTRIBUTES[tag]), ...OBJECTS];
  return defineComponent({
    name,
    props: Object.fromEntries(names.map((property) => [property, { type: null, default: undefined }])),
    setup(props: Record<string, unknown>, { slots, expose }) {
      const element = ref<Channels[Tag] | null>(null);
      expose({ element });
      return () => {
        // A server writes attributes; objects are only set in the browser.
        const objects =
          typeof document === 'undefined' ? [] : OBJECTS.filter((name) => props[name] !== undefined);
        return h(
          tag,
          {
            ref: element,
            ...markupAttributes(tag, props),
            ...Object.fromEntries(objects.map((one) => [`.${one}`, props[one]])),
          },
          slots['default']?.(),
        );
      };
    },
  }) as unknown as DefineComponent<ChannelProperties<Tag> & Listeners>;
}

/** A launcher in a corner, and the panel that it opens. */
export const PalWidget = component('pal-widget', 'PalWidget');
/** The agent as part of the page's content. */
export const PalEmbed = component('pal-embed', 'PalEmbed');
/** The agent on a full page. */
export const PalLandingPage = component('pal-landing-page', 'PalLandingPage');

/**
 * The channels as React components for React 18 and 19. Typed properties and listeners work in server markup and
 * after hydration, where React does not set them on a custom element.
 */
import {
  createElement,
  forwardRef,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type CSSProperties,
  type ForwardRefExoticComponent,
  type ReactNode,
  type RefAttributes,
} from 'react';
import '../define.ts';
import {
  ATTRIBUTES,
  LISTENERS,
  markupAttributes,
  OBJECTS,
  type ChannelListeners,
  type ChannelProperties,
  type Channels,
} from './channel-table.ts';
export type * from './react-templates.ts';
export * from './react-session.ts';

export type PalComponentProps<Tag extends keyof Channels> = ChannelProperties<Tag> &
  ChannelListeners & {
    id?: string;
    className?: string;
    style?: CSSProperties;
    /** Content of the element's slots. */
    children?: ReactNode;
  };
type Component<Tag extends keyof Channels> = ForwardRefExoticComponent<
  PalComponentProps<Tag> & RefAttributes<Channels[Tag]>
>;

// There is no layout on a server, and React warns about layout effects there.
const useElementEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

function component<Tag extends keyof Channels>(tag: Tag, displayName: string): Component<Tag> {
  const Channel = forwardRef<Channels[Tag], PalComponentProps<Tag>>((props, ref) => {
    const properties = props as Record<string, unknown>;
    const element = useRef<Channels[Tag] | null>(null);
    const latest = useRef(properties);
    useImperativeHandle(ref, () => element.current!);
    useElementEffect(() => {
      latest.current = properties;
      for (const name of OBJECTS)
        if (properties[name] !== undefined)
          Object.assign(element.current ?? {}, { [name]: properties[name] });
    });
    useElementEffect(() => {
      const { signal, abort } = detachable();
      for (const [name, type] of Object.entries(LISTENERS)) {
        const listen = (event: Event) =>
          (latest.current[name] as ((event: Event) => void) | undefined)?.(event);
        element.current?.addEventListener(type, listen, { signal });
      }
      return abort;
    }, []);
    return createElement(tag, {
      ...otherAttributes(tag, properties),
      ...markupAttributes(tag, properties),
      ref: element,
    });
  });
  Channel.displayName = displayName;
  return Channel as Component<Tag>;
}

function detachable(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

/**
 * Returns the attributes that React sets itself, because they are neither properties nor listeners of the
 * element.
 */
function otherAttributes(tag: keyof Channels, properties: Record<string, unknown>): Record<string, unknown> {
  const ownProperties = new Set<string>([
    ...Object.keys(ATTRIBUTES[tag]),
    ...OBJECTS,
    ...Object.keys(LISTENERS),
  ]);
  const { className, ...rest } = Object.fromEntries(
    Object.entries(properties).filter(([name]) => !ownProperties.has(name)),
  );
  // React 18 does not translate `className` on a custom element.
  return { ...rest, ...(className === undefined ? {} : { class: className }) };
}

/** A launcher in a corner, and the panel that it opens. */
export const PalWidget = component('pal-widget', 'PalWidget');
/** The agent as part of the page's content. */
export const PalEmbed = component('pal-embed', 'PalEmbed');
/** The agent on a full page. */
export const PalLandingPage = component('pal-landing-page', 'PalLandingPage');

/**
 * The launcher's words and picture in the form that the hosted interface's widget has: objects with `title` and
 * `btn_title`, and with `type`. They are stored in the form of this interface.
 */
import * as z from 'zod/mini';
import { whereUsed } from './endpoint.ts';

const words = /* @__NO_SIDE_EFFECTS__ */ (max: number) =>
  z.optional(z.string('must be a string').check(z.maxLength(max, `must be at most ${max} characters`)));

/** Kind of the picture → the value of `avatar`. An orb is a drawing of the hosted widget; the launcher has its icon. */
const PICTURES = { face: true, replica: true, orb: false, none: false } as const;
const KINDS = whereUsed(() => Object.keys(PICTURES) as (keyof typeof PICTURES)[]);

const Text = whereUsed(() => z.strictObject({ title: words(80), btn_title: words(60) }));
const Avatar = whereUsed(() =>
  z.union([
    z.strictObject({ type: z.enum(KINDS) }),
    z.strictObject({
      type: z.literal('image'),
      url: z.string().check(z.maxLength(2048), z.regex(/^https?:\/\/[^\s]+$/i)),
    }),
  ]),
);

/** The widget's fields for writing; `text` still is an object then, because a part of it belongs to another group. */
export const olderWidget = /* @__NO_SIDE_EFFECTS__ */ <
  Shape extends { text: z.ZodMiniType; avatar: z.ZodMiniType },
>(
  shape: Shape,
) =>
  z.strictObject(
    {
      ...shape,
      text: z.union([shape.text, Text], 'must be a string, or an object of title and btn_title'),
      avatar: z.union(
        [shape.avatar, z.pipe(Avatar, z.transform(pictureOf))],
        `must be true, false, an address, or an object with type ${KINDS.join(', ')} or, with url, image`,
      ),
      // `true` says what the widget does in any case, so it has no effect (fields-without-effect.ts).
      expandable: z.optional(
        z.never(
          'must be true or left out. Visitors can always enlarge the panel; start_expanded sets its initial size',
        ),
      ),
    },
    'must be an object',
  );

const pictureOf = (avatar: z.output<typeof Avatar>): boolean | string =>
  avatar.type === 'image' ? avatar.url : PICTURES[avatar.type];

interface Sent {
  widget?: { text?: string | z.output<typeof Text>; avatar?: unknown };
  preview?: { btn_title?: string };
}

/** The words of the button that starts a call belong to the first screen. */
export function movesButton({ widget, preview }: Sent): boolean {
  const button = typeof widget?.text === 'object' ? widget.text.btn_title : undefined;
  return button === undefined || preview?.btn_title === undefined || button === preview.btn_title;
}

export function withLauncherText<Fields extends Sent>(fields: Fields): Fields {
  const { widget, preview } = fields;
  if (typeof widget?.text !== 'object') return fields;
  const {
    text: { title, btn_title },
    ...rest
  } = widget;
  return {
    ...fields,
    widget: { ...rest, ...(title != null && { text: title }) },
    ...(btn_title != null && { preview: { ...preview, btn_title } }),
  };
}

/** The same settings in the form of this interface; the picture, too, which the schema for writing reads by itself. */
export function fromOlderWidget<Fields extends Sent>(fields: Fields): Fields {
  const { widget } = fields;
  const avatar = widget?.avatar as z.output<typeof Avatar> | undefined;
  return withLauncherText(
    avatar?.type ? { ...fields, widget: { ...widget, avatar: pictureOf(avatar) } } : fields,
  );
}

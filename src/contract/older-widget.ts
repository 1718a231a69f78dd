/**
 * The launcher's texts and picture in the format of the hosted interface's widget: objects with `title` and
 * `btn_title`, or with `type`. They are stored in the format of this interface.
 */
import * as z from 'zod/mini';
import { whereUsed } from './endpoint.ts';

const words = /* @__NO_SIDE_EFFECTS__ */ (max: number) =>
  z.optional(z.string('must be a string').check(z.maxLength(max, `must be at most ${max} characters`)));

/** The value of `avatar` for each kind of picture. The launcher shows its icon instead of the hosted widget's orb. */
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

/**
 * Returns the schema of the widget's fields for writes. In it `text` is still an object, because a part of it
 * is stored in another group.
 */
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
      // `true` is the behaviour of the widget in any case, so it has no effect (fields-without-effect.ts).
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

interface SentWidget {
  widget?: { text?: string | z.output<typeof Text>; avatar?: unknown };
  preview?: { btn_title?: string };
}

/** True if `preview` has no other `btn_title`, so that the launcher's can be moved there. */
export function mayMoveButtonText({ widget, preview }: SentWidget): boolean {
  const button = typeof widget?.text === 'object' ? widget.text.btn_title : undefined;
  return button === undefined || preview?.btn_title === undefined || button === preview.btn_title;
}

/** Moves the text of the button that starts a call to the first screen, and stores the launcher's title as a string. */
export function withLauncherText<Fields extends SentWidget>(fields: Fields): Fields {
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

/** Converts the settings, including the picture, to the format of this interface. */
export function fromOlderWidget<Fields extends SentWidget>(fields: Fields): Fields {
  const { widget } = fields;
  const avatar = widget?.avatar as z.output<typeof Avatar> | undefined;
  return withLauncherText(
    avatar?.type ? { ...fields, widget: { ...widget, avatar: pictureOf(avatar) } } : fields,
  );
}

/**
 * The success criteria of WCAG 2.2, levels A and AA (w3.org/TR/WCAG22): how the elements meet each of them, or why it
 * does not apply. A test names the criteria that it proves in a comment directly above it (`// Proves wcag-1.4.3.`).
 * `docs/accessibility.md` is generated from this list and the results of a complete run.
 */
export type Criterion = { number: string; title: string; level: 'A' | 'AA' } & (
  | { how: string }
  | { absent: string }
);

export const CRITERIA: readonly Criterion[] = [
  {
    number: '1.1.1',
    title: 'Non-text Content',
    level: 'A',
    how:
      'Buttons with icons have names; decoration has an empty name; a chart is also a table; an image ' +
      'card needs its `alt`, and shows a text if the image cannot be loaded.',
  },
  {
    number: '1.2.1',
    title: 'Audio-only and Video-only (Prerecorded)',
    level: 'A',
    absent: "The content is live. The owner's own player shows a generated video.",
  },
  { number: '1.2.2', title: 'Captions (Prerecorded)', level: 'A', absent: 'As above.' },
  {
    number: '1.2.3',
    title: 'Audio Description or Media Alternative (Prerecorded)',
    level: 'A',
    absent: 'As above.',
  },
  {
    number: '1.2.4',
    title: 'Captions (Live)',
    level: 'AA',
    how:
      'Captions of the current speech are below the picture, two lines at a time, from the first word ' +
      'to 1.5 s after the last, unless the owner turned them off; the transcript has the whole call.',
  },
  {
    number: '1.2.5',
    title: 'Audio Description (Prerecorded)',
    level: 'AA',
    absent: 'As 1.2.1. The live picture is a face; it shows nothing beyond what is said.',
  },
  {
    number: '1.3.1',
    title: 'Info and Relationships',
    level: 'A',
    how: 'Headings, lists, labels, groups and a log have the markup of their appearance.',
  },
  {
    number: '1.3.2',
    title: 'Meaningful Sequence',
    level: 'A',
    how: 'The document has the visual order; no style moves content.',
  },
  {
    number: '1.3.3',
    title: 'Sensory Characteristics',
    level: 'A',
    how: 'No text refers to a shape, a side or a colour alone.',
  },
  {
    number: '1.3.4',
    title: 'Orientation',
    level: 'AA',
    how: 'Each element fits the size of its space, in either orientation.',
  },
  {
    number: '1.3.5',
    title: 'Identify Input Purpose',
    level: 'AA',
    how:
      'The password is `current-password`; an input card for e-mail or telephone declares its purpose ' +
      'to the browser.',
  },
  {
    number: '1.4.1',
    title: 'Use of Color',
    level: 'A',
    how:
      'States have a text or another icon: a muted microphone is crossed out, a wrong password has a ' +
      'message.',
  },
  {
    number: '1.4.2',
    title: 'Audio Control',
    level: 'A',
    how: 'There is no sound before the visitor asks for it; ending the call, or speaking, silences it.',
  },
  {
    number: '1.4.3',
    title: 'Contrast (Minimum)',
    level: 'AA',
    how:
      "Measured in light and dark on every screen; text on an owner's accent colour is readable on any " +
      'colour.',
  },
  {
    number: '1.4.4',
    title: 'Resize Text',
    level: 'AA',
    how: 'A page at 200 % is a page of half the width; everything fits at 320 px.',
  },
  { number: '1.4.5', title: 'Images of Text', level: 'AA', how: 'There are none.' },
  { number: '1.4.10', title: 'Reflow', level: 'AA', how: 'At 320 px nothing scrolls sideways in any state.' },
  {
    number: '1.4.11',
    title: 'Non-text Contrast',
    level: 'AA',
    how:
      'Controls have borders that stay visible in forced colours; the focus ring is 3 px of a readable ' +
      'shade of the accent.',
  },
  {
    number: '1.4.12',
    title: 'Text Spacing',
    level: 'AA',
    how: "With the criterion's spacing no content is cut or pushed out in any state.",
  },
  {
    number: '1.4.13',
    title: 'Content on Hover or Focus',
    level: 'AA',
    how: 'Hovering only loads code and shows nothing that covers other content.',
  },
  { number: '2.1.1', title: 'Keyboard', level: 'A', how: 'The keyboard reaches and operates everything.' },
  {
    number: '2.1.2',
    title: 'No Keyboard Trap',
    level: 'A',
    how: 'The Tab key leaves every state; Escape closes the panel.',
  },
  {
    number: '2.1.4',
    title: 'Character Key Shortcuts',
    level: 'A',
    how: 'There are no single-character shortcuts.',
  },
  {
    number: '2.2.1',
    title: 'Timing Adjustable',
    level: 'A',
    how:
      'A card stays until the visitor answers it; an alert that closes by itself waits while it has the ' +
      'focus or the pointer. The owner limits the length of a call, and the agent announces the end a ' +
      'minute before. A tapped choice is sent after 1.5 s, until which the visitor can undo it; a ' +
      'visitor who needs longer can say or type it.',
  },
  {
    number: '2.2.2',
    title: 'Pause, Stop, Hide',
    level: 'A',
    how:
      'Only the speaking face moves; a control stops it, and for visitors who prefer reduced motion it ' +
      'is still from the start, like everything else.',
  },
  { number: '2.3.1', title: 'Three Flashes or Below Threshold', level: 'A', how: 'Nothing flashes.' },
  {
    number: '2.4.1',
    title: 'Bypass Blocks',
    level: 'A',
    how: 'The widget comes last on a page and is a separate dialog; the landing page has one main part.',
  },
  { number: '2.4.2', title: 'Page Titled', level: 'A', how: "A landing page has the owner's title." },
  {
    number: '2.4.3',
    title: 'Focus Order',
    level: 'A',
    how:
      'The focus moves into the panel when it opens, to the next card when a card closes, and back to ' +
      'the launcher on closing.',
  },
  {
    number: '2.4.4',
    title: 'Link Purpose (In Context)',
    level: 'A',
    how: 'The text of a link says where it leads.',
  },
  {
    number: '2.4.5',
    title: 'Multiple Ways',
    level: 'AA',
    absent: 'A landing page is one page, not a set of them.',
  },
  {
    number: '2.4.6',
    title: 'Headings and Labels',
    level: 'AA',
    how: 'Each screen has a heading that names its purpose; each field has a label.',
  },
  { number: '2.4.7', title: 'Focus Visible', level: 'AA', how: 'Every control shows the focus.' },
  {
    number: '2.4.11',
    title: 'Focus Not Obscured (Minimum)',
    level: 'AA',
    how: 'The focused element is on top, in every state.',
  },
  {
    number: '2.5.1',
    title: 'Pointer Gestures',
    level: 'A',
    how: 'One tap operates everything; no control needs dragging or pinching.',
  },
  {
    number: '2.5.2',
    title: 'Pointer Cancellation',
    level: 'A',
    how: "Controls are the browser's own buttons, which act on release.",
  },
  { number: '2.5.3', title: 'Label in Name', level: 'A', how: 'The name contains the visible text.' },
  {
    number: '2.5.4',
    title: 'Motion Actuation',
    level: 'A',
    absent: 'No function needs the movement of a device.',
  },
  { number: '2.5.7', title: 'Dragging Movements', level: 'AA', absent: 'No function needs dragging.' },
  {
    number: '2.5.8',
    title: 'Target Size (Minimum)',
    level: 'AA',
    how: 'Every target is at least 24 px, most are 44.',
  },
  {
    number: '3.1.1',
    title: 'Language of Page',
    level: 'A',
    how: "The panel declares its language; a landing page declares the owner's or the visitor's.",
  },
  {
    number: '3.1.2',
    title: 'Language of Parts',
    level: 'AA',
    how: 'Inside a page of another language the panel declares its own language and direction.',
  },
  { number: '3.2.1', title: 'On Focus', level: 'A', how: 'Focus loads code and changes nothing visible.' },
  { number: '3.2.2', title: 'On Input', level: 'A', how: 'Input is sent only when the visitor submits it.' },
  {
    number: '3.2.3',
    title: 'Consistent Navigation',
    level: 'AA',
    how: 'Controls have the same order and place in every state and channel.',
  },
  {
    number: '3.2.4',
    title: 'Consistent Identification',
    level: 'AA',
    how: 'Each thing has one name, in one table for each language.',
  },
  {
    number: '3.2.6',
    title: 'Consistent Help',
    level: 'A',
    absent: 'The element itself is the help of a page; the owner chooses its place.',
  },
  {
    number: '3.3.1',
    title: 'Error Identification',
    level: 'A',
    how: 'A text beside the field describes the error, and screen readers announce it.',
  },
  { number: '3.3.2', title: 'Labels or Instructions', level: 'A', how: 'Fields have visible labels.' },
  {
    number: '3.3.3',
    title: 'Error Suggestion',
    level: 'AA',
    how:
      'The text says what to do: wait a number of seconds, allow the microphone here, pick a day in ' +
      'between.',
  },
  {
    number: '3.3.4',
    title: 'Error Prevention (Legal, Financial, Data)',
    level: 'AA',
    absent: 'The elements have no legal or financial transactions; the owner decides what a card asks.',
  },
  {
    number: '3.3.7',
    title: 'Redundant Entry',
    level: 'A',
    how: 'A password is asked once in a session; text in a card is kept if it could not be sent.',
  },
  {
    number: '3.3.8',
    title: 'Accessible Authentication (Minimum)',
    level: 'AA',
    how:
      'A password can be pasted and filled by a password manager; the browser solves the captcha by ' +
      'itself.',
  },
  {
    number: '4.1.2',
    title: 'Name, Role, Value',
    level: 'A',
    how: "Controls are the browser's own, with names and states.",
  },
  {
    number: '4.1.3',
    title: 'Status Messages',
    level: 'AA',
    how:
      'Live regions announce each sentence of a call once, a new card, a finished copy and a lost ' +
      'connection, and nothing else; they do not repeat typed text.',
  },
];

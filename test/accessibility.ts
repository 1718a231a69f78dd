/**
 * The success criteria of WCAG 2.2, level A and AA (w3.org/TR/WCAG22): how the elements meet each, or why it does
 * not apply. A test says which it proves, in a comment directly above it (`// Proves wcag-1.4.3.`).
 * `docs/accessibility.md` is written from this list and from what a whole run proved.
 */
export type Criterion = { number: string; title: string; level: 'A' | 'AA' } & (
  { how: string } | { absent: string }
);

export const CRITERIA: readonly Criterion[] = [
  {
    number: '1.1.1',
    title: 'Non-text Content',
    level: 'A',
    how:
      'Buttons that are pictures have names; decoration has an empty one; a chart is also a table; an ' +
      'image card needs its `alt`, and says so in words where the picture cannot be had.',
  },
  {
    number: '1.2.1',
    title: 'Audio-only and Video-only (Prerecorded)',
    level: 'A',
    absent: "What is seen and heard is live. A made video is shown by the owner's own player.",
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
      'Captions of what is being said stand below the picture, two lines at a time, from the first ' +
      'word to 1.5 s after the last and are on unless the owner turned them off; the whole call is in ' +
      'the transcript.',
  },
  {
    number: '1.2.5',
    title: 'Audio Description (Prerecorded)',
    level: 'AA',
    absent: 'As 1.2.1. The live picture is a face; it shows nothing that is not said.',
  },
  {
    number: '1.3.1',
    title: 'Info and Relationships',
    level: 'A',
    how: 'Headings, lists, labels, groups and a log are what they look like.',
  },
  {
    number: '1.3.2',
    title: 'Meaningful Sequence',
    level: 'A',
    how: 'What is drawn stands in the document in its order; nothing is moved by style alone.',
  },
  {
    number: '1.3.3',
    title: 'Sensory Characteristics',
    level: 'A',
    how: 'No words lean on a shape, a side or a colour alone.',
  },
  {
    number: '1.3.4',
    title: 'Orientation',
    level: 'AA',
    how: 'Places are measured, not turned: each element fits the size that it is given.',
  },
  {
    number: '1.3.5',
    title: 'Identify Input Purpose',
    level: 'AA',
    how:
      'The password is `current-password`; an input card that asks for e-mail or telephone says so to ' +
      'the browser.',
  },
  {
    number: '1.4.1',
    title: 'Use of Color',
    level: 'A',
    how: 'States have words or another picture: a muted microphone is crossed out, a wrong password says so.',
  },
  {
    number: '1.4.2',
    title: 'Audio Control',
    level: 'A',
    how:
      "Nothing sounds before the visitor asks for it; ending the call, or a word of one's own, " +
      'silences it.',
  },
  {
    number: '1.4.3',
    title: 'Contrast (Minimum)',
    level: 'AA',
    how:
      "Measured in light and dark on every screen; words on an owner's accent are made readable " +
      'whatever it is.',
  },
  {
    number: '1.4.4',
    title: 'Resize Text',
    level: 'AA',
    how: 'A page at 200 % is a page half as wide; all fits at 320 px.',
  },
  { number: '1.4.5', title: 'Images of Text', level: 'AA', how: 'There are none.' },
  { number: '1.4.10', title: 'Reflow', level: 'AA', how: 'At 320 px nothing scrolls sideways in any state.' },
  {
    number: '1.4.11',
    title: 'Non-text Contrast',
    level: 'AA',
    how:
      "Controls have borders that hold in forced colours; the focus ring is 3 px of the accent's " +
      'readable shade.',
  },
  {
    number: '1.4.12',
    title: 'Text Spacing',
    level: 'AA',
    how: "With the criterion's spacing nothing is cut or pushed out in any state.",
  },
  {
    number: '1.4.13',
    title: 'Content on Hover or Focus',
    level: 'AA',
    how: 'Hovering brings nothing up that covers anything: it only loads.',
  },
  { number: '2.1.1', title: 'Keyboard', level: 'A', how: 'Everything is reached and done by keys.' },
  {
    number: '2.1.2',
    title: 'No Keyboard Trap',
    level: 'A',
    how: 'The Tab key leaves again from every state; Escape closes the panel.',
  },
  {
    number: '2.1.4',
    title: 'Character Key Shortcuts',
    level: 'A',
    how: 'There are no shortcuts of single characters.',
  },
  {
    number: '2.2.1',
    title: 'Timing Adjustable',
    level: 'A',
    how:
      'A card stays until it is answered; an alert that goes by itself waits while somebody is at it. ' +
      "The longest time of a call is the owner's limit, which is announced a minute before. A choice " +
      'that was tapped is sent after 1.5 s, in which it can be taken back; who needs longer says or ' +
      'types it.',
  },
  {
    number: '2.2.2',
    title: 'Pause, Stop, Hide',
    level: 'A',
    how:
      'What moves is the face that speaks; a control lets it stand still, and for whoever asked the ' +
      'system for less motion it stands still from the start, with all else.',
  },
  { number: '2.3.1', title: 'Three Flashes or Below Threshold', level: 'A', how: 'Nothing flashes.' },
  {
    number: '2.4.1',
    title: 'Bypass Blocks',
    level: 'A',
    how: 'The widget comes last on a page and is a dialog of its own; the landing page has one main part.',
  },
  { number: '2.4.2', title: 'Page Titled', level: 'A', how: "A landing page has the owner's title." },
  {
    number: '2.4.3',
    title: 'Focus Order',
    level: 'A',
    how:
      "The focus goes into the panel when it opens, to a card's successor when it goes, and back to " +
      'the launcher on closing.',
  },
  { number: '2.4.4', title: 'Link Purpose (In Context)', level: 'A', how: 'A link says where it leads.' },
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
    how: 'Each screen has a heading that says what it is for; each field its label.',
  },
  { number: '2.4.7', title: 'Focus Visible', level: 'AA', how: 'Every control shows the focus.' },
  {
    number: '2.4.11',
    title: 'Focus Not Obscured (Minimum)',
    level: 'AA',
    how: 'What has the focus is on top, in every state.',
  },
  {
    number: '2.5.1',
    title: 'Pointer Gestures',
    level: 'A',
    how: 'One tap does everything; nothing is dragged or pinched.',
  },
  {
    number: '2.5.2',
    title: 'Pointer Cancellation',
    level: 'A',
    how: "Things happen on release: they are the browser's own buttons.",
  },
  { number: '2.5.3', title: 'Label in Name', level: 'A', how: 'The name holds the words that are seen.' },
  { number: '2.5.4', title: 'Motion Actuation', level: 'A', absent: 'Nothing is done by moving a device.' },
  { number: '2.5.7', title: 'Dragging Movements', level: 'AA', absent: 'Nothing is dragged.' },
  {
    number: '2.5.8',
    title: 'Target Size (Minimum)',
    level: 'AA',
    how: 'Every target is 24 px or larger, most are 44.',
  },
  {
    number: '3.1.1',
    title: 'Language of Page',
    level: 'A',
    how: "The panel carries the language that it is in; a landing page the owner's or the visitor's.",
  },
  {
    number: '3.1.2',
    title: 'Language of Parts',
    level: 'AA',
    how: 'Inside a page of another language the panel says its own, and runs its way.',
  },
  { number: '3.2.1', title: 'On Focus', level: 'A', how: 'Focus loads, and changes nothing that is seen.' },
  { number: '3.2.2', title: 'On Input', level: 'A', how: 'Nothing is sent before it is submitted.' },
  {
    number: '3.2.3',
    title: 'Consistent Navigation',
    level: 'AA',
    how: 'Controls have one order and one place in every state and channel.',
  },
  {
    number: '3.2.4',
    title: 'Consistent Identification',
    level: 'AA',
    how: 'One word for each thing, in one table for each language.',
  },
  {
    number: '3.2.6',
    title: 'Consistent Help',
    level: 'A',
    absent: "The element is itself the help of a page; where it stands is the owner's choice.",
  },
  {
    number: '3.3.1',
    title: 'Error Identification',
    level: 'A',
    how: 'What is wrong is said in words beside its field, and told to screen readers.',
  },
  { number: '3.3.2', title: 'Labels or Instructions', level: 'A', how: 'Fields have visible labels.' },
  {
    number: '3.3.3',
    title: 'Error Suggestion',
    level: 'AA',
    how: 'It says what to do: wait so many seconds, allow the microphone here, pick a day in between.',
  },
  {
    number: '3.3.4',
    title: 'Error Prevention (Legal, Financial, Data)',
    level: 'AA',
    absent: "Nothing of that kind is decided here; what a card asks is the owner's.",
  },
  {
    number: '3.3.7',
    title: 'Redundant Entry',
    level: 'A',
    how:
      'A password is asked once in a session; what was typed into a card is kept when it could not be ' +
      'sent.',
  },
  {
    number: '3.3.8',
    title: 'Accessible Authentication (Minimum)',
    level: 'AA',
    how: 'A password may be pasted and filled by a manager; the captcha is solved by the browser alone.',
  },
  {
    number: '4.1.2',
    title: 'Name, Role, Value',
    level: 'A',
    how: "The browser's own controls, with names and states.",
  },
  {
    number: '4.1.3',
    title: 'Status Messages',
    level: 'AA',
    how:
      'Live regions say each sentence of a call once, that a card came, a copy was made, a connection ' +
      'is lost, and no more; what was typed is not told back.',
  },
];

/**
 * The success criteria of WCAG 2.2, level A and AA (w3.org/TR/WCAG22): how the elements meet each, and the
 * tests that would fail if they did not. `docs/accessibility.md` is written from this list; a test fails
 * where a named test is not there.
 */
export interface Criterion {
  number: string;
  title: string;
  level: 'A' | 'AA';
  /** How it is met, or why it does not apply. */
  how: string;
  applies: boolean;
  tests: readonly { file: string; name: string }[];
}

const FILES = {
  access: 'elements/access.test.ts',
  widget: 'elements/pal-widget.test.ts',
  palWidgetLooks: 'elements/pal-widget-looks.test.ts',
  cards: 'elements/cards.test.ts',
  cardKinds: 'elements/card-kinds.test.ts',
  transcript: 'elements/transcript.test.ts',
  languages: 'elements/languages.test.ts',
  stories: 'stories/stories.test.ts',
  journeys: 'journeys/channels.test.ts',
  call: 'session/calls.test.ts',
  announced: 'session/announced.test.ts',
  controls: 'elements/controls.test.ts',
  geometry: 'elements/geometry.test.ts',
  minimised: 'elements/minimised.test.ts',
} as const;
type Proof = `${keyof typeof FILES}: ${string}`;

const criteria: Criterion[] = [];
function meets(
  number: string,
  title: string,
  level: 'A' | 'AA',
  how: string,
  ...proofs: [Proof, ...Proof[]]
): void {
  const tests = proofs.map((proof) => ({
    file: FILES[proof.slice(0, proof.indexOf(': ')) as keyof typeof FILES],
    name: proof.slice(proof.indexOf(': ') + 2),
  }));
  criteria.push({ number, title, level, how, applies: true, tests });
}
function notHere(number: string, title: string, level: 'A' | 'AA', why: string): void {
  criteria.push({ number, title, level, how: why, applies: false, tests: [] });
}
/**
 * Every story and every screen is looked at by axe-core in light, dark and forced colours, both directions,
 * wide and narrow.
 */
const AXE: Proof = 'stories: drawn, quiet and accessible';
const TAB: Proof = 'access: is gone through with Tab alone';
const NARROW: Proof = 'access: fits a screen 320 px wide, with spaced text too';

meets(
  '1.1.1',
  'Non-text Content',
  'A',
  'Buttons that are pictures have names; decoration has an empty one; a chart is also a table; an ' +
    'image card needs its `alt`, and says so in words where the picture cannot be had.',
  AXE,
  'cardKinds: a chart is a table for whoever does not see it',
  'cardKinds: a picture that cannot be had is told in words',
);
notHere(
  '1.2.1',
  'Audio-only and Video-only (Prerecorded)',
  'A',
  "What is seen and heard is live. A made video is shown by the owner's own player.",
);
notHere('1.2.2', 'Captions (Prerecorded)', 'A', 'As above.');
notHere('1.2.3', 'Audio Description or Media Alternative (Prerecorded)', 'A', 'As above.');
meets(
  '1.2.4',
  'Captions (Live)',
  'AA',
  'Captions of what is being said stand below the picture, two lines at a time, from the first word ' +
    'to 1.5 s after the last and are on unless the owner turned them off; the whole call is in the ' +
    'transcript.',
  'journeys: the widget: a spoken question is heard and answered',
  'widget: shows the screen',
);
notHere(
  '1.2.5',
  'Audio Description (Prerecorded)',
  'AA',
  'As 1.2.1. The live picture is a face; it shows nothing that is not said.',
);
meets(
  '1.3.1',
  'Info and Relationships',
  'A',
  'Headings, lists, labels, groups and a log are what they look like.',
  AXE,
);
meets(
  '1.3.2',
  'Meaningful Sequence',
  'A',
  'What is drawn stands in the document in its order; nothing is moved by style alone.',
  TAB,
);
meets(
  '1.3.3',
  'Sensory Characteristics',
  'A',
  'No words lean on a shape, a side or a colour alone.',
  'widget: shows the screen',
);
meets(
  '1.3.4',
  'Orientation',
  'AA',
  'Places are measured, not turned: each element fits the size that it is given.',
  NARROW,
);
meets(
  '1.3.5',
  'Identify Input Purpose',
  'AA',
  'The password is `current-password`; an input card that asks for e-mail or telephone says so to the browser.',
  'cardKinds: says to the browser what it asks for',
);
meets(
  '1.4.1',
  'Use of Color',
  'A',
  'States have words or another picture: a muted microphone is crossed out, a wrong password says so.',
  'palWidgetLooks: keeps its shapes where the system chooses the colours',
  AXE,
);
meets(
  '1.4.2',
  'Audio Control',
  'A',
  "Nothing sounds before the visitor asks for it; ending the call, or a word of one's own, silences it.",
  'journeys: every end turns the microphone and the camera off',
  'widget: passes on what is asked for, on every screen',
);
meets(
  '1.4.3',
  'Contrast (Minimum)',
  'AA',
  "Measured in light and dark on every screen; words on an owner's accent are made readable whatever it is.",
  AXE,
  'palWidgetLooks: keeps words readable on whatever accent the owner or the page chooses',
);
meets('1.4.4', 'Resize Text', 'AA', 'A page at 200 % is a page half as wide; all fits at 320 px.', NARROW);
meets('1.4.5', 'Images of Text', 'AA', 'There are none.', AXE);
meets('1.4.10', 'Reflow', 'AA', 'At 320 px nothing scrolls sideways in any state.', NARROW);
meets(
  '1.4.11',
  'Non-text Contrast',
  'AA',
  "Controls have borders that hold in forced colours; the focus ring is 3 px of the accent's readable shade.",
  'palWidgetLooks: keeps its shapes where the system chooses the colours',
  'palWidgetLooks: keeps words readable on whatever accent',
);
meets(
  '1.4.12',
  'Text Spacing',
  'AA',
  "With the criterion's spacing nothing is cut or pushed out in any state.",
  NARROW,
);
meets(
  '1.4.13',
  'Content on Hover or Focus',
  'AA',
  'Hovering brings nothing up that covers anything: it only loads.',
  'widget: is closed, quiet and accessible until somebody comes near',
);
meets(
  '2.1.1',
  'Keyboard',
  'A',
  'Everything is reached and done by keys.',
  TAB,
  'widget: opens as a dialog with the focus in it, closes on Escape',
);
meets(
  '2.1.2',
  'No Keyboard Trap',
  'A',
  'The Tab key leaves again from every state; Escape closes the panel.',
  TAB,
);
meets(
  '2.1.4',
  'Character Key Shortcuts',
  'A',
  'There are no shortcuts of single characters.',
  'transcript: sends on Enter, and begins a line on Shift and Enter',
);
meets(
  '2.2.1',
  'Timing Adjustable',
  'A',
  'A card stays until it is answered; an alert that goes by itself waits while somebody is at it. ' +
    "The longest time of a call is the owner's limit, which is announced a minute before. A choice " +
    'that was tapped is sent after 1.5 s, in which it can be taken back; who needs longer says or ' +
    'types it.',
  'call: a call tells a minute before its limit that it ends',
  'cardKinds: an alert goes by itself, but not while somebody is at it',
);
meets(
  '2.2.2',
  'Pause, Stop, Hide',
  'A',
  'What moves is the face that speaks; a control lets it stand still, and for whoever asked the ' +
    'system for less motion it stands still from the start, with all else.',
  'access: stands still for whoever wants less motion',
);
meets(
  '2.3.1',
  'Three Flashes or Below Threshold',
  'A',
  'Nothing flashes.',
  'access: stands still for whoever wants less motion',
);
meets(
  '2.4.1',
  'Bypass Blocks',
  'A',
  'The widget comes last on a page and is a dialog of its own; the landing page has one main part.',
  AXE,
);
meets(
  '2.4.2',
  'Page Titled',
  'A',
  "A landing page has the owner's title.",
  'journeys: the landing page: asked aloud, ended by going away',
);
meets(
  '2.4.3',
  'Focus Order',
  'A',
  "The focus goes into the panel when it opens, to a card's successor when it goes, and back to the " +
    'launcher on closing.',
  'widget: opens as a dialog with the focus in it',
  'cards: says that a card came, and gives the focus on when it goes',
);
meets('2.4.4', 'Link Purpose (In Context)', 'A', 'A link says where it leads.', AXE);
notHere('2.4.5', 'Multiple Ways', 'AA', 'A landing page is one page, not a set of them.');
meets(
  '2.4.6',
  'Headings and Labels',
  'AA',
  'Each screen has a heading that says what it is for; each field its label.',
  'widget: shows the screen',
  AXE,
);
meets('2.4.7', 'Focus Visible', 'AA', 'Every control shows the focus.', TAB);
meets('2.4.11', 'Focus Not Obscured (Minimum)', 'AA', 'What has the focus is on top, in every state.', TAB);
meets(
  '2.5.1',
  'Pointer Gestures',
  'A',
  'One tap does everything; nothing is dragged or pinched.',
  'widget: passes on what is asked for, on every screen',
);
meets(
  '2.5.2',
  'Pointer Cancellation',
  'A',
  "Things happen on release: they are the browser's own buttons.",
  'widget: passes on what is asked for, on every screen',
);
meets('2.5.3', 'Label in Name', 'A', 'The name holds the words that are seen.', AXE);
notHere('2.5.4', 'Motion Actuation', 'A', 'Nothing is done by moving a device.');
notHere('2.5.7', 'Dragging Movements', 'AA', 'Nothing is dragged.');
meets(
  '2.5.8',
  'Target Size (Minimum)',
  'AA',
  'Every target is 24 px or larger, most are 44.',
  'access: its targets are large enough',
);
meets(
  '3.1.1',
  'Language of Page',
  'A',
  "The panel carries the language that it is in; a landing page the owner's or the visitor's.",
  "languages: takes the page's word before anything is loaded",
);
meets(
  '3.1.2',
  'Language of Parts',
  'AA',
  'Inside a page of another language the panel says its own, and runs its way.',
  'languages: mirrors what is inside',
);
meets(
  '3.2.1',
  'On Focus',
  'A',
  'Focus loads, and changes nothing that is seen.',
  'widget: is closed, quiet and accessible until somebody comes near',
  TAB,
);
meets(
  '3.2.2',
  'On Input',
  'A',
  'Nothing is sent before it is submitted.',
  'cards: keeps what was filled in when it was not sent',
);
meets(
  '3.2.3',
  'Consistent Navigation',
  'AA',
  'Controls have one order and one place in every state and channel.',
  TAB,
);
meets(
  '3.2.4',
  'Consistent Identification',
  'AA',
  'One word for each thing, in one table for each language.',
  'languages: changes its words on the screen',
);
notHere(
  '3.2.6',
  'Consistent Help',
  'A',
  "The element is itself the help of a page; where it stands is the owner's choice.",
);
meets(
  '3.3.1',
  'Error Identification',
  'A',
  'What is wrong is said in words beside its field, and told to screen readers.',
  'widget: shows the screen',
  'cardKinds: takes a date within its range only',
);
meets('3.3.2', 'Labels or Instructions', 'A', 'Fields have visible labels.', AXE);
meets(
  '3.3.3',
  'Error Suggestion',
  'AA',
  'It says what to do: wait so many seconds, allow the microphone here, pick a day in between.',
  'widget: shows the screen',
  'cardKinds: takes a range that does not end before it starts',
);
notHere(
  '3.3.4',
  'Error Prevention (Legal, Financial, Data)',
  'AA',
  "Nothing of that kind is decided here; what a card asks is the owner's.",
);
meets(
  '3.3.7',
  'Redundant Entry',
  'A',
  'A password is asked once in a session; what was typed into a card is kept when it could not be sent.',
  'cards: keeps what was filled in when it was not sent',
);
meets(
  '3.3.8',
  'Accessible Authentication (Minimum)',
  'AA',
  'A password may be pasted and filled by a manager; the captcha is solved by the browser alone.',
  'journeys: the gates: a wrong and a right password, a captcha solved by itself',
);
meets('4.1.2', 'Name, Role, Value', 'A', "The browser's own controls, with names and states.", AXE);
meets(
  '4.1.3',
  'Status Messages',
  'AA',
  'Live regions say each sentence of a call once, that a card came, a copy was made, a connection ' +
    'is lost, and no more; what was typed is not told back.',
  'announced: a long call is told in order and without a repeat',
  'cards: says that a card came',
  'transcript: copies, and says so',
  'transcript: finds words, counts them',
);

export const CRITERIA: readonly Criterion[] = criteria;

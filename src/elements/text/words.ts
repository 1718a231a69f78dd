/**
 * Every word on the screen, in English, but for the facade's. The keys are the type, so that a language
 * misses none.
 */
import { facadeWords, type FacadeWords } from './facade.ts';
import { fill } from './fill.ts';

export { fill } from './fill.ts';

export const english = {
  firstTitle: 'Talk to {name}',
  firstText: 'Ask by voice or in writing. {name} is an AI assistant.',
  resumeTitle: 'Your conversation is still going on',
  resumeText: 'Go on where you left off, or start a new one.',
  resume: 'Resume',
  anew: 'Start anew',
  consentTitle: 'Before we start',
  consentText:
    'Your voice and your messages are processed to answer you, and the conversation is kept as a transcript.',
  consentLink: 'Read more',
  consentYes: 'I agree',
  notNow: 'Not now',
  passwordTitle: 'This conversation is protected',
  passwordLabel: 'Password',
  passwordWrong: 'That is not the password. Check it and try again.',
  passwordWait: {
    one: 'Too many tries. Wait {count} second, then try again.',
    other: 'Too many tries. Wait {count} seconds, then try again.',
  },
  passwordGo: 'Continue',
  captchaTitle: 'Checking that you are a person',
  captchaSolving: 'Your device is solving a small puzzle. This takes a second or two.',
  captchaFailedTitle: 'The check did not work',
  captchaFailed: 'The puzzle could not be solved. Try again with a new one.',
  devicesTitle: 'How do you want to talk?',
  devicesText: 'With a microphone you can simply speak. You can always type as well.',
  useMicrophone: 'Use microphone',
  useCamera: 'Add camera',
  cameraOff: 'Turn camera off',
  withoutMicrophone: 'Continue without microphone',
  continue: 'Join',
  microphone: 'Microphone',
  camera: 'Camera',
  level: 'Microphone level',
  microphoneAsking: 'Your browser asks for the microphone. Choose “Allow”.',
  microphoneOn: 'Say something: the bar moves when you are heard.',
  microphoneDenied:
    'The browser does not let this page use the microphone. Allow it in the address bar, or continue by typing.',
  microphoneMissing: 'No microphone was found. Plug one in, or continue by typing.',
  microphoneInUse: 'Another program is using the microphone. Close it, or continue by typing.',
  cameraDenied: 'The browser does not let this page use the camera. You can go on without it.',
  cameraMissing: 'No camera was found. You can go on without it.',
  cameraInUse: 'Another program is using the camera. You can go on without it.',
  allowChromium: 'To allow it, click the icon to the left of the address, switch it on, and try again.',
  allowFirefox:
    'To allow it, click the crossed-out icon beside the address, remove the block, and try again.',
  allowSafari: 'To allow it, open Safari’s menu, Settings for this website, choose “Allow”, and try again.',
  allowIos:
    'To allow it, tap the icon beside the address, then Website settings, choose “Allow”, and try again.',
  deviceGone: 'A device was unplugged. Plug one in, or go on by typing.',
  deviceSwitched: 'A device was unplugged. Now in use: {device}.',
  preview: 'Your camera',
  connecting: 'Connecting…',
  reconnecting: 'The connection was lost. Trying again…',
  weak: 'Weak connection',
  textOnly: 'Video cannot connect from this network. You can go on in writing.',
  play: 'Turn on sound',
  face: '{name}, the assistant',
  listening: 'Listening',
  thinking: 'Thinking',
  speaking: 'Speaking',
  noHearing: 'The assistant cannot hear in this call. Please type.',
  hearingDevice: 'Your device turns your voice into text.',
  hearingCloud: 'Your browser’s maker turns your voice into text.',
  hearingElse: 'If you decline, the assistant’s own service does.',
  hearingNo: 'No, thanks',
  hearingBetter: 'Better hearing: download for your browser',
  hearingDownloading: 'Downloading better hearing…',
  hearingFailed: 'The download did not work.',
  recorded: 'This call is recorded.',
  minimise: 'Minimise, the call goes on',
  more: 'More',
  endsSoon: 'This call ends in less than a minute.',
  undo: 'Undo',
  calm: 'Less motion',
  screenShare: 'Share your screen',
  screenStop: 'Stop sharing',
  screenShared: 'You are sharing your screen',
  captions: 'Captions',
  transcript: 'Transcript',
  leave: 'Leave',
  you: 'You',
  interrupted: 'interrupted',
  sources: 'Sources',
  transcriptEmpty: 'What is said appears here.',
  search: 'Search',
  matches: { one: '{count} match', other: '{count} matches' },
  previous: 'Previous match',
  next: 'Next match',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'The browser did not allow copying.',
  jumpToLatest: 'Jump to latest',
  tooLong: 'This is too long to send: {count} of at most {limit} characters.',
  composer: 'Type a message',
  send: 'Send',
  other: 'Something else',
  submit: 'Submit',
  skip: 'Skip',
  sent: 'Sent',
  sendFailed: 'This was not sent. Check your connection and try again.',
  dismiss: 'Dismiss',
  newCard: 'New card: {title}',
  cardFailed: 'This card could not be loaded.',
  fillIn: 'Please fill this in.',
  checkThis: 'Please check this.',
  chooseDate: 'Choose a date',
  chooseTime: 'Choose a time',
  chooseRange: 'Choose the dates',
  date: 'Date',
  dateAndTime: 'Date and time',
  from: 'From',
  to: 'To',
  add: 'Add',
  remove: 'Remove {what}',
  timeZone: 'Times are in {zone}.',
  booking: 'Book an appointment',
  openInTab: 'Open in a new tab',
  chart: 'Chart',
  info: 'Note',
  success: 'Done',
  warning: 'Warning',
  error: 'Error',
  imageBroken: 'The picture could not be loaded.',
  endedTitle: 'The conversation is over',
  endedLeft: 'Thank you for talking with {name}.',
  endedAgent: '{name} ended the conversation.',
  endedLimit: 'The conversation reached its time limit.',
  endedLost: 'The connection was lost and could not be restored.',
  download: 'Download transcript',
  again: 'Talk again',
  rateTitle: 'How was the conversation?',
  stars: '{count} of 5 stars',
  comment: 'What could be better?',
  thanks: 'Thank you for telling us.',
  unavailableTitle: 'Not available right now',
  unavailable_inactive: 'This assistant is switched off at the moment. Please come back later.',
  unavailable_daily_limit: 'All conversations for today are used up. Please come back tomorrow.',
  unavailable_total_limit: 'This assistant takes no more conversations.',
  unavailable_user_limit: 'You have used your conversations for today. Please come back tomorrow.',
  unavailable_busy: 'All lines are busy. Please try again in a minute.',
  unavailable_origin:
    'This assistant is not set up for this website. Its owner can allow it in the deployment.',
  unavailable_unknown:
    'This assistant does not exist any more. Its owner can check the deployment id on this page.',
  failedTitle: 'That did not work',
  failedNetwork: 'The service cannot be reached. Check your internet connection and try again.',
  failedOther: 'Something went wrong on our side. Please try again in a moment.',
  loading: 'One moment…',
  close: 'Close',
  expand: 'Enlarge',
  shrink: 'Make smaller',
};
/** One sentence for each way in which the language counts (CLDR); `other` is always there. */
export type Counted = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;
export type OwnWords = {
  [Key in keyof typeof english]: (typeof english)[Key] extends string ? string : Counted;
};
export type Words = OwnWords & FacadeWords;
type CountedKey = { [Key in keyof Words]: Words[Key] extends string ? never : Key }[keyof Words];

/** The language of a visit's screens. */
export class Language {
  /** BCP 47, also for dates and numbers. */
  readonly tag: string;
  readonly words: Words;

  constructor(tag: string, words: Words) {
    this.tag = tag;
    this.words = words;
  }

  /** The sentence for a number, which stands in it as `{count}`. */
  count(key: CountedKey, count: number): string {
    const forms = this.words[key];
    return fill(forms[new Intl.PluralRules(this.tag).select(count)] ?? forms.other, {
      count: new Intl.NumberFormat(this.tag).format(count),
    });
  }
}
export const ENGLISH = new Language('en', { ...english, ...facadeWords('en') });

/**
 * Recognises small talk, which is not a question to the documents. The patterns are tried in order. This module is
 * for English only.
 */

import { joinPattern, pattern } from './pattern.ts';

export const SMALL_TALK_KINDS = [
  'greeting',
  'thanks',
  'goodbye',
  'yes',
  'no',
  'person',
  'identity',
  'ability',
  'repeat',
  'apology',
  'confused',
] as const;
export type SmallTalk = (typeof SMALL_TALK_KINDS)[number];

const LEAD = joinPattern`^(?:(?:um+|uh+|oh|ok(?:ay)?|well|so|no|yes|yeah|hey|hi|hello|alright|right|great|perfect|
  and),? )*[, ]*`;
/** Maximum number of characters of small talk. */
const MAX_LINE_LENGTH = 200;
/** Builds a pattern for a line that consists only of these words. */
const wholeLine = (words: TemplateStringsArray) =>
  new RegExp(`${LEAD}(?:${joinPattern(words)})[\\s!.,?]*$`, 'i');

const PERSON = joinPattern`(?:(?:a|an|some|any|the|your|my|one of (?:your|the)|another) )?(?:real |actual |live |human |
  proper )*(?:persons?|people|humans?(?: beings?)?|somebody|someone|anybody|anyone|agents?|representatives?|operators?|
  colleagues?|staff(?: members?)?|employees?|managers?|supervisors?|boss|team(?: members?)?|advis[eo]rs?|
  customer (?:service|support|care)|support(?: team)?|reception(?:ist)?|front desk|sales(?: team)?)(?: real| human|
   else)?`;
const POLITE_WORDS =
  '(?:please|now|instead|directly|today|thanks|thank you|then|here|there|about (?:it|this|that))';
const ENDS =
  pattern()`(?:[, ]+${POLITE_WORDS})*(?:[, ]+(?:not|rather than|instead of) (?:a|an|this|the) [a-z]+)?[\s!.,?]*$`
    .source;
/**
 * Matches a request for a handover such as "I want to speak with a person", but not "do I need to speak with
 * the staff before swimming".
 */
const WISHES = pattern()`^(?!.*\b(?:do|did|will|would|should) (?:i|we) (?:have|need) to\b)[^a-z]*
  (?:[a-z']+,? ){0,3}?(?:(?:can|could|may|might) (?:i|we)|(?:i|we)(?:'?d| would)? (?:really |just )?
  (?:want|wanna|need|like|have|prefer|rather)(?: to)?|let (?:me|us)|please|how (?:can|do|could) i|
  is there (?:any|some)(?:one|body)
  (?: (?:that|who))? i (?:can|could))(?: please| just| rather)? (?:talk|speak|chat|be (?:connected|
  transferred|put through))
  (?:(?: (?:to|with))? ${PERSON}\b(?!.*\bbefore\b)|(?: to (?:someone|you))?${ENDS})`.source;
const BARE_PERSON =
  pattern()`^[^a-z]*(?:(?:i|we)(?:'?d| would)? (?:just |really )?(?:want|need|prefer|like|rather have)|give me|
  get me|(?:can|could|may) i (?:have|get))? ?${PERSON}${ENDS}`.source;
const HANDOVER_REQUESTS =
  pattern()`\b(?:connect|transfer|pass|put|hand) (?:me|us|this|the call)(?: over| through| on)? (?:to|with) |
  \b(?:can|could|will|would|please|have)(?: you)?(?: have)? ?${PERSON} (?:please )?(?:call|ring|phone|
  contact) (?:me|us)\b|
  \b(?:call|ring|phone) me back\b|\b(?:is|are|isn't|aren't) there (?:no )?${PERSON}\b.*\b(?:chat|talk|speak)\b|
  \b(?:talk|speak|chat) (?:to|with) (?:one of (?:your|the) |your |a (?:real |live |human )?)(?:colleagues?|
  team|people|humans?|
  persons?|boss|manager|agents?|operators?)${ENDS}|\b(?:real|actual|live|human) (?:person|human|agent|
  being)\b.*\b(?:talk|
  speak|available|reach)\b`.source;

const KINDS: readonly (readonly [SmallTalk, RegExp])[] = [
  [
    'greeting',
    wholeLine`
    (?:hi|hello|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|
    day))(?: there| everyone| again| all| mira|,? (?:to )?you)*(?:[, ]+(?:is )?(?:anyone|anybody|
    somebody|someone)(?: here| there)?)?(?:[, ]+(?:nice|pleased|good|lovely) to (?:meet|see) you)?|
    how (?:are|r) (?:you|u|things)(?: doing| today| all)*|how(?:'s| is) (?:it going|everything|life|
    your day)|(?:nice|pleased|good|lovely) to (?:meet|see) you|what's up|sup|yo|hallo|morning|
    evening|afternoon|(?:is )?(?:anybody|anyone|somebody) (?:there|here|home)|can (?:you|u) hear me|
    (?:are )?(?:you|u) there
  `,
  ],
  [
    'yes',
    wholeLine`
      (?:yes|yeah|yep|yup|sure|of course|right|exactly|correct|i see|aha|hm+|mm+|mhm|all ?right|fine|understood|
      makes sense|true|please|please do|go on|go ahead|continue)(?:[, ]+(?:please|i do|sure|yes|right|fine))*
    `,
  ],
  [
    'no',
    wholeLine`
      (?:no|nope|nah|nothing|not really|not now|never mind|no need)(?:[, ]+(?:thanks|thank you|i don't|
      that's (?:it|all|fine)|not now|nothing(?: else)?|i'm (?:fine|good)))*
    `,
  ],
  [
    'thanks',
    wholeLine`
    (?:(?:many |great,? |ok(?:ay)?,? |perfect,? |lovely,? |right,? )?(?:thanks|thank you|thank u|
    thankyou|thx|ty|cheers(?: mate)?|ta)(?: (?:mate|buddy|man|dear|a (?:bunch|million)))?|
    (?:you(?:'ve| have)|u) been (?:a |of |so |very |really )*(?:big |great |huge |
    much )?(?:help(?:ful)?|kind|patient)|i (?:really )?appreciate (?:it|that|your help|this)|
    you(?:'ve| have)? (?:really |been )*(?:helped (?:me )?(?:a lot|so much)?|(?:very |so |
    a great )?(?:helpful|help))|that helps?(?: a lot)?|that(?:'s| is) (?:what i was looking for|
    exactly what i needed)|much appreciated|that(?:'s| is| was) (?:all i (?:wanted|
    needed)(?: to know)?|great|perfect|very helpful|helpful|good to know)|very kind|lovely|
    brilliant|wonderful|great|perfect|excellent|ok(?:ay)?|got it|good to know|awesome|cool|super|
    nice)(?:[, ]+(?:thanks|thank you|thx|cheers|a lot|so much|very much|that(?:'s| is| was) (?:all|
    so |very |really |a )*(?:all|great|helpful|perfect|good|kind|nice|lovely|big help)(?: of (?:you|
    u))?|much appreciated|for everything|for (?:your|the|all the) (?:help|information|time|info)|
    you(?:'re| are) (?:great|very kind|very helpful|an angel)))*
  `,
  ],
  [
    'goodbye',
    wholeLine`
    (?:(?:many )?(?:thanks|thank you|thx|cheers)(?: a lot| so much| very much)?[, ]+(?:and )?)?(?:good ?bye|
    bye(?:[ -]?bye)?|see (?:you|ya)(?: later| soon| then)?|so long|farewell|take care|
    cya|later|good night|see you around|until next time|that would be all|nothing else|
    no more questions|i(?:'ll| will) be (?:off|going)|have a (?:nice|good|great|lovely) (?:day|
    evening|one|weekend)|i(?:'ve| have)? (?:got to|gotta|have to|must|need to|should) (?:go|run|
    leave|be off|hang up)(?: now| soon)?|that(?:'s| is| will be|'ll be) (?:all|it)(?: for (?:now|
    today)| from me)?|i(?:'m| ?am|m) (?:done|off|out|leaving)|(?:talk to|catch|speak to) (?:you|
    ya)(?: later| soon| again| another time| tomorrow)?)(?:[, ]+(?:thanks|thank you|bye|then|now|
    good ?night|take care|see (?:you|ya)))*(?:[, ]+and [^\n]*)?
  `,
  ],
  ['person', new RegExp(`${WISHES}|${BARE_PERSON}|${HANDOVER_REQUESTS}`, 'i')],
  [
    'identity',
    pattern('i')`
    \b(are you|is this|am i (talking|speaking|chatting) (to|with))\b.*\b(human|real|person|robot|
    bot|chatbot|ai|a\.i\.|machine|computer|program|recording|alive)\b|
    ^\W*((so|and|hi|hello|hey|ok|okay)( there)?,? )*(who|what) (exactly |the hell )?are you\b
    (?! (good|able|capable|owned|run|part|open|made|looking|going|doing|called|\w+ed\b))|
    \bwhat('s| is) your name( please| then)?\W*$|
    \bwhom? am i (talking|speaking) (to|with)\b|
    \bdo you have a name\b|\byour name\b\W*$|\b(do you|does it) (have|feel) (feelings|emotions)\b|
    \bare you (alive|conscious|chat ?gpt|siri|alexa)\b|\bis (this|that|she|he) (a )?(real|fake|
    recorded|automated|video)\b|\bwho (made|built|created|programmed) you\b|\b(real|actual) (person|
    human)\?*$|\bhow old are you\b|\bare you (sure you('re| are)|really) (a |an )?\w+\b.*\b(person|
    human)
  `,
  ],
  [
    'ability',
    pattern('i')`
    \bwhat (else )?(can|could|do) (you (do|know|help|answer|tell)|i ask)\b
    (?! (?:me |us )?(to|about (?!you\b|yourself|this\b|
    that\b|it\b)\w+|when|if|before|in case))|\bhow (can|could|do) you help( me| us)?\W*$|\bwhat are you (good (for|at)|
    able to|capable of)\b|\b(do|can) you (understand|speak|know) (english|german|french|spanish|
    italian|dutch|polish|turkish|arabic|chinese|other languages)( too| here| as well)?\W*$|\bwhat (kind|
    sort)s? of (things|
    questions)\b|^\W*help( me)?[\s!.?]*$|\bwhat (topics|subjects)\b|\bwhat can you help\b|
    \bhow does this work\b|\bwhat (is this|are you) for\b|\bwhat do you know\b|\bwhat (should|shall|
    may) i ask\b|^\W*(?:(?:hi|hello|hey|please|ok|well|so|there)[, ]+)*(?:can|could) you (?:please )?
    help( me| us)?( please)?\W*$|^\W*(?:(?:hi|hello|hey|please|ok|well|so|there)[, ]+)*i need (some )?help( please)?\W*$
  `,
  ],
  [
    'repeat',
    pattern('i')`
    \b(repeat (that|it|yourself|please)|say (that|it) (again|once more)|again,? please|come again|
    one more time|what did you (just )?say|what was that( again)?)\b|^\W*(pardon( me)?|sorry|what|
    huh|excuse me|repeat|again)\W*$|\b(didn't|did not|couldn't|could not) (hear|catch|get) (that|
    you|it)\b|\bmissed (that|it|what you said|the (last|first) (part|bit))\b|\b(rewind|once more|
    go back|you broke up|too (fast|quiet)|speak (up|slower|louder)|slower please)\b
  `,
  ],
  [
    'apology',
    pattern('i')`
    \b(you('re| are)|this is|that('s| is| was)|it('s| is)) (so |really |very |totally |completely |
    just |a )*(stupid|useless|dumb|rubbish|terrible|awful|bad|annoying|hopeless|idiot|wrong|
    ridiculous|nonsense|crap|garbage|no help|not (very )?(helpful|useful|right|what i asked|true|
    good))\b(?! (?:weather|idea|if|to|for|that|when|time|with))|\b(this is not what i|not what i (asked|
    wanted|meant)|you('re| are) not (listening|
    helping|getting it)|that (doesn't|does not|didn't) (help|answer)|(doesn't|does not) help( me)?|
    what a joke|you never (answer|listen|help|understand|get)|(are )?you (even )?(listening|
    paying attention)|worst (chat|bot|assistant|service|thing|ai)\b|idiot|moron|stupid (bot|machine|
    thing|robot)|useless|shut up|(?<!\b(?:i|we|you|they|to|will|who) )go away(?! (?:for|from|on|in|to|over|
    next)\b)|i hate (you|this)|waste of (my )?time)\b|^\W*(wrong|
    nonsense|rubbish)[\s!.]*$
  `,
  ],
  [
    'confused',
    pattern('i')`
    \b(i )?(don't|do not|didn't|did not|can't|cannot) (really )?(understand|follow|get (it|that|
    you))\b|\bi('m| am) (confused|lost)\W*$|\bwhat do you mean\b|\b(explain|say) (that|
    it) (differently|another way|in other words|simply|more simply)\b|\b(makes?|making) no sense\b|
    \bmeaning\?$|\b(too complicated|in plain (english|words|language)|in other words|
    in simple (terms|words)|i have no idea what you|what does that mean|come again in|
    you lost me)\b|^\W*(i )?(don't|do not) (get|understand)\W*$
  `,
  ],
];

/**
 * Matches a line that names a subject: it is a question to the organisation, although it begins like small
 * talk.
 */
const ASKS = pattern('i')`
  \b(on (mon|tues|wednes|thurs|fri|satur|sun)days?|about (my|the|an?|your) \w+|price|how much|
  what does \w+ mean)\b
`;
const PERSONAL_KINDS: ReadonlySet<SmallTalk> = new Set(['person', 'confused']);

export function smallTalk(line: string): SmallTalk | null {
  const text = line.trim().replace(/[’‘]/g, "'");
  if (text.length > MAX_LINE_LENGTH) return null;
  const kind = KINDS.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
  return kind && PERSONAL_KINDS.has(kind) && ASKS.test(text) ? null : kind;
}

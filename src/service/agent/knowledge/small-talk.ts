/** Small talk: what a line is, if it is no question to the documents. English is what is understood. Pure; tried in this order. */

export const SMALL_TALK_KINDS = ['greeting', 'thanks', 'goodbye', 'person', 'identity', 'ability', 'repeat', 'apology', 'confused'] as const;
export type SmallTalk = (typeof SMALL_TALK_KINDS)[number];

const LEAD = "^(?:um+ |uh+ |oh |ok(?:ay)? |well |so |no |yes |yeah |hey |hi |hello |alright |right |great |perfect |and )*[, ]*";
const START = (words: string) => new RegExp(`${LEAD}(?:${words})`, 'i');
const WHOLE = (words: string) => new RegExp(`${LEAD}(?:${words})[\\s!.,?]*$`, 'i');

const KINDS: readonly (readonly [SmallTalk, RegExp])[] = [
  ['greeting', WHOLE("(?:hi|hello|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|day))(?: there| everyone| again|,? you)?|how are you(?: doing)?(?: today)?|how's it going|nice to meet you|what's up|is (?:anybody|anyone|somebody) there|can (?:you|u) hear me|(?:are )?(?:you|u) there")],
  ['thanks', WHOLE("(?:thanks|thank you|thankyou|thx|cheers|ta|much appreciated|that(?:'s| is| was) (?:all i (?:wanted|needed)(?: to know)?|great|perfect|very helpful|helpful|good to know)|very kind|lovely|brilliant|wonderful|great|perfect|excellent|ok(?:ay)?|got it|good to know|awesome|cool|super|nice)(?:[, ]+(?:thanks|thank you|thx|cheers|a lot|so much|very much|that(?:'s| is| was) (?:all|great|very helpful|helpful|perfect|good)|for (?:your|the|all the) (?:help|information|time|info)|you(?:'re| are) (?:great|very kind|very helpful|an angel)))*")],
  ['goodbye', WHOLE("(?:good ?bye|bye(?:[ -]?bye)?|see (?:you|ya)(?: later| soon| then)?|so long|farewell|take care|have a (?:nice|good|great|lovely) (?:day|evening|one|weekend)|i(?:'ve| have)? (?:got to|gotta|have to|must|need to) (?:go|run|leave)(?: now)?|that(?:'s| is| will be|'ll be) (?:all|it)(?: for (?:now|today))?|i(?:'m| am) (?:done|off)|talk to you later|catch you later)(?:[, ]+(?:thanks|thank you|bye|then|now|and .*))*")],
  ['person', /\b(talk|speak|chat|connect|transfer|pass|put|hand|get)\b.*\b(a|an|some|any|the|with|to|real|actual|live)? ?(real |actual |live |human )?(person|human|somebody|someone|agent|representative|operator|colleague|staff|employee|manager|supervisor)\b(?! (who|that|about the)\b.*\b(sell|fix|repair|paint|built))|\b(real|actual|live|human) (person|human|agent|being)\b.*\b(talk|speak|there|available|please|reach)\b|^(a |an )?(human|operator|agent|representative|real person)[, ]*(please)?[!.]*$/i],
  ['identity', /\b(are you|is this|am i (talking|speaking|chatting) (to|with))\b.*\b(human|real|person|robot|bot|chatbot|ai|a\.i\.|machine|computer|program|recording|alive)\b|^\W*(so )?(who|what) (exactly )?are you\b|\bwhat('s| is) your name\b|\bwhom? am i (talking|speaking) (to|with)\b|\bdo you have a name\b|\byour name\?*$|\bare you (sure you('re| are)|really) (a |an )?\w+\b.*\b(person|human)/i],
  ['ability', /\bwhat (else )?(can|could|do) (you (do|know|help|answer|tell)|i ask)\b(?! (to|about (the|your|my) \w+|when|if|before|in case))|\bhow (can|could|do) you help\b|\bwhat are you (good for|able to)\b|\bwhat (kind|sort)s? of (things|questions)\b|^\W*help( me)?[\s!.?]*$|\bwhat (topics|subjects)\b|\bwhat can you help\b|\bhow does this work\b$/i],
  ['repeat', /\b(repeat (that|it|yourself|please)|say (that|it) (again|once more)|again,? please|come again|one more time|what did you (just )?say|what was that( again)?)\b|^\W*(pardon( me)?|sorry|what|huh|excuse me|repeat|again)\W*$|\b(didn't|did not|couldn't|could not) (hear|catch|get) (that|you|it)\b|\bmissed (that|it|what you said)\b/i],
  ['apology', /\b(you('re| are)|this is|that('s| is| was)|it('s| is)) (so |really |very |totally |completely |just |a )*(stupid|useless|dumb|rubbish|terrible|awful|bad|annoying|hopeless|idiot|wrong|ridiculous|nonsense|crap|garbage|no help|not (very )?(helpful|useful|right|what i asked|true|good))\b|\b(idiot|moron|shut up|go away|i hate (you|this)|waste of (my )?time)\b|^\W*(wrong|nonsense|rubbish)[\s!.]*$/i],
  ['confused', /\b(i )?(don't|do not|didn't|did not|can't|cannot) (really )?(understand|follow|get (it|that|you))\b|\bi('m| am) (confused|lost)\b|\bwhat do you mean\b|\b(explain|say) (that|it) (differently|another way|in other words|simply|more simply)\b|\b(makes?|making) no sense\b|\bmeaning\?$/i],
];

export function smallTalk(line: string): SmallTalk | null {
  const text = line.trim().replace(/[’‘]/g, "'");
  return KINDS.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

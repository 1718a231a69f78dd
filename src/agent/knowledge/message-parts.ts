/**
 * Splits a message into what it states and what it asks: "I lost my scarf, who do I ask?" This module is for
 * English only.
 */
import { pattern } from './pattern.ts';
import { smallTalk } from './small-talk.ts';

export interface MessageParts {
  /** The statements, joined to one text; empty if there are none. */
  statement: string;
  /** The questions, in their order; empty if the message only states something. */
  questions: readonly string[];
}

/** Maximum number of questions of a message that are answered separately. */
const MAX_QUESTIONS = 3;
/** Matches the beginning of a question. */
const ASKS = pattern('iu')`
  ^\W*(?:(?:and|so|but|or|then|also|please|hi|hello|hey|ok|okay|well|um+|uh+|sorry|thanks|quick question)\b[,:.!]* ?)*
  (?:how|what|when|where|who|whom|whose|which|why|what's|whats|where's|wheres|who's|whos|when's|hows|how's|
  (?:is|are|was|were|do|does|did|can|could|may|must|should|shall|will|would|have|has|am)(?:n't|nt)? (?!to\b)\p{L}|
  any\b|tell|show|give)`;
/**
 * Matches a question within a message without punctuation: "my key is gone what do I do". A single question word is
 * not enough, because it may join two clauses: "tell me where it is".
 */
const INNER_QUESTION = pattern('giu')`
  (?<=[\p{L}\d][,)]* )(?:(?:and|so|but) )?(?:(?:how|what|what's|whats|when|where|who|which(?: \p{L}+)?)(?: (?:much|many|
  long|far|old|often|early|late|time|day|days))? (?:do|does|can|could|should|must|would|will|is|are) (?:i|we|you|it|
  that|there|they|the|my|our|he|she|this)\b|(?:can|could|may|should|must) (?:i|we|you)\b|(?:do|are|will|have) you\b|
  (?:is|are) (?:there|anybody|anyone|somebody|someone)\b|what'?s (?:that|it|the)\b)`;
const JOINS_QUESTIONS = /^(?:and|so|but)\b/i;
/** Matches the space before a sentence, or before a clause that has a subject or begins a question. */
const CLAUSE_BOUNDARY = pattern('i')`
  (?<=[.!?;])\s+|,\s+(?=(?:and |but |so )?
  (?:i'?m|i|we|he|she|my|our|how|what|when|where|who|which|can|could|is|are|do|does|did|would|will|should|must|
  may)\b)`;
/**
 * Matches a text that ends with a word such as "if", "wondering" or "the", after which no separate question begins.
 */
const DEPENDENT = pattern('i')`
  \b(?:if|whether|when|while|because|that|know|wondering|wonder|ask|asking|tell me|sure|idea|as|until|before|after|
  once|since|and|or|where|what|how|who|which|the|a|an|my|to|of|for|in|at|on)\W*$`;

/** Returns the parts of a message, without small talk. A request for a person counts as a part. */
export function messageParts(line: string): MessageParts {
  const pieces = line
    .split(CLAUSE_BOUNDARY)
    .flatMap(splitAtQuestion)
    .map((piece) => piece.trim().replace(/[,;]+$/, ''))
    .filter((piece) => piece !== '' && (smallTalk(piece) === null || smallTalk(piece) === 'person'));
  const questions = pieces.filter((piece) => ASKS.test(piece) || piece.endsWith('?')).slice(0, MAX_QUESTIONS);
  const statement = pieces.filter((piece) => !questions.includes(piece)).join('. ');
  return { statement, questions };
}

/** Removes small talk before the rest of a message: "ok thanks. what about sewing then" asks about sewing. */
export function withoutTalk(line: string): string {
  const pieces = line.split(CLAUSE_BOUNDARY);
  const first = pieces.findIndex((piece) => smallTalk(piece) === null);
  return first > 0 ? line.slice(line.indexOf(pieces[first]!, pieces[first - 1]!.length)) : line;
}

/** Matches the beginning of a second question after "and". */
const SECOND_QUESTION = / (?=(?:and|but) (?:do|does|is|are|can|could|will|how|what|when|where|who|which)\b)/i;

function splitAtQuestion(piece: string): string[] {
  const second = SECOND_QUESTION.exec(piece)?.index ?? -1;
  if (second > 0 && ASKS.test(piece.slice(0, second)))
    return [piece.slice(0, second), ...splitAtQuestion(piece.slice(second + 1))];
  for (const { index } of piece.matchAll(INNER_QUESTION)) {
    const [before, rest] = [piece.slice(0, index), piece.slice(index)];
    // "How many tunnels are there" is one question.
    const isSame = ASKS.test(before) && !JOINS_QUESTIONS.test(rest);
    if (!isSame && !DEPENDENT.test(before)) return [before, ...splitAtQuestion(rest)];
  }
  return [piece];
}

/** Matches a question without content of its own, so the statement before it is the question. */
const EMPTY_QUESTION = pattern('i')`
  ^\W*(?:(?:and|so|but|then)\b,? ?)*(?:how|what (?:can|do|should|could|must|shall) (?:i|we) do|who (?:can|
  do|should|could|must) (?:i|we) (?:ask|call|ring|contact|tell|see|turn to|speak to|talk to)|
  (?:can|could) you (?:please )?help(?: me| us)?|any ideas?|what now|how does (?:it|that) work|is that (?:ok|okay|
  a problem|possible|allowed|fine)|what about (?:it|that))(?: now| then| about (?:it|that)| please)*\W*$`;

/** True for a question such as "what can I do", which has no content of its own. */
export const isEmptyQuestion = (question: string): boolean => EMPTY_QUESTION.test(question);

/** True for a message that only states something, such as "we are two adults and a dog". */
export function isStatement(line: string): boolean {
  const { statement, questions } = messageParts(line);
  return (
    questions.length === 0 && STATES.test(statement) && HAS_VERB.test(statement) && !WISHES.test(statement)
  );
}

/** Matches a clause whose subject is the visitor, or a person or thing that belongs to them: "my key is lost". */
const STATES = pattern('i')`
  ^\W*(?:(?:and|so|but|hi|hello|hey|ok|okay|well|um+|uh+|yes|no|yeah)\b[,:.!]* ?)*(?:i|i'm|im|i've|ive|i'd|we|we're|
  we've|weve|my|our|he|she|he's|she's|hes|shes|they|it|it's|its|there (?:is|are|was|were|will be)|there's|theres|
  this is|your|the)\b`;
const HAS_VERB = pattern('i')`
  \b(?:i'?m|we'?re|s?he'?s|they'?re|it'?s|(?:i|we|they)'?ve|there'?s|
  is|are|was|were|am|have|has|had|got|live|lives|go|goes|went|come|comes|came|lost|left|bought|broke|fell|forgot|
  ate|took|made|gave|paid|saw|felt|feels?|hate|hurts?|\w{2,}ed|
  (?:does|do|did|was|is|has|have)n'?t)\b`;
/** Matches a wish, which is a question in another form: "I want to hire a boat". */
const WISHES = pattern('i')`
  \b(?:wants?|wanted|(?<!\b(?:it|that|there) )would|(?<!\b(?:it|that|there))'d|likes?|love|needs?|looking|
  interested|wish|hope|hoping|planning|plan|wonder|wondering|ask|book|
  search|searching|trying|prefer|have to|has to|must|going to|gonna)\b`;

/**
 * Prepares text from documents, tools and the visitor's page for a model's prompt: between marks, with a name,
 * limited, and without sentences that instruct the model.
 */

/** Maximum number of UTF-16 units of one text for a model, unless a caller asks for fewer. */
const MAX_TEXT = 20_000;

/** Patterns of sentences that give instructions to the model (prompt injection). */
const INSTRUCTION_PATTERNS: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:ignore|disregard|forget|override|bypass|drop)\b.{0,60}\b(?:instructions?|rules|` +
      String.raw`prompts?|guidelines?|directions?|restrictions?|above|previous|prior|everything)\b`,
    'i',
  ),
  /\b(?:ignorier\w*|vergiss|vergessen sie|missachte\w*)\b.{0,60}\b(?:anweisung\w*|regeln|vorgaben|anleitung\w*)\b/i,
  new RegExp(
    String.raw`\b(?:ignor[ae]\w*|olvid[ae]\w*|oubli\w+|dimentic\w+|esque[cç]\w+)\b.{0,60}\b(?:instruc\w+|` +
      String.raw`instruction\w*|istruzion\w*|reglas|règles|regole|regras)`,
    'i',
  ),
  /(?:忽略|无视|無視).{0,20}(?:指令|指示|规则|規則)/,
  /\b(?:you are|you're|du bist|eres|tu es) (?:now|jetzt|ahora|maintenant)\b/i,
  /\b(?:new|updated|real|actual|hidden|secret|special) (?:system )?(?:instructions?|prompt|rules for you)\b/i,
  new RegExp(
    String.raw`\b(?:reveal|print|repeat|output|leak|show|disclose|give|send|` +
      String.raw`tell)\b.{0,60}\b(?:system prompt|your (?:instructions|prompt|rules)|api[ _-]?keys?|` +
      String.raw`passwords?|secrets?|credentials?|access tokens?)\b`,
    'i',
  ),
  /\b(?:call|invoke|run|execute|trigger|use)\b.{0,40}\b(?:tool|function)\b/i,
  /\b(?:jailbreak|developer mode|god mode|do anything now|DAN)\b/,
  new RegExp(
    String.raw`\b(?:the|this|any|every|dear) (?:assistant|ai|a\.i\.|language model|model|chatbot|agent|` +
      String.raw`llm)s?\b.{0,30}\b(?:must|should|shall|has to|have to|needs? to|is to|are to|will now|` +
      String.raw`please)\b`,
    'i',
  ),
  new RegExp(
    String.raw`\b(?:respond|answer|reply|speak|act|behave|pretend)\b.{0,20}\b(?:only with|only in|as if|` +
      String.raw`as though|from now on|as an? (?:pirate|unrestricted|evil))\b`,
    'i',
  ),
  /\bfrom now on\b.{0,40}\b(?:you|answer|respond|say|always|never)\b/i,
  new RegExp(
    String.raw`(?:^|[\s"'}\])>#*])(?:SYSTEM|System|ASSISTANT|Assistant|DEVELOPER|Developer|` +
      String.raw`INSTRUCTIONS?)\s{0,20}(?:[Mm]essage|MESSAGE|[Pp]rompt|PROMPT)?\s{0,20}:`,
  ),
];
/** Matches marks that prompt templates use to separate roles. */
const MARKS = new RegExp(
  String.raw`<\/?(?:system|assistant|user|developer|instructions?|notes?|page|outcome|tool[_ ]?\w*|` +
    String.raw`im_start|im_end)\b[^>]{0,300}>|<\|[^|>]{0,40}\|>|\[\/?(?:INST|SYS|SYSTEM)\]|<<\/?SYS>>`,
  'gi',
);
/** Matches characters that are invisible. */
const INVISIBLE = /[\u200b\u2060\ufeff\u{e0000}-\u{e007f}]/gu;

/**
 * Returns the beginning of a text without instructions to the model. It is truncated before any regular expression
 * reads it, because tools may send megabytes.
 */
export function withoutInstructions(text: string, maximum = MAX_TEXT): string {
  return text
    .slice(0, maximum)
    .replace(INVISIBLE, '')
    .replace(MARKS, ' ')
    .split(/(?<=[.!?。！？])(?=\s|["'”)\]}])|(?<=\n)/)
    .filter((sentence) => !INSTRUCTION_PATTERNS.some((pattern) => pattern.test(sentence)))
    .join('')
    .trim();
}

const MAX_NAME = 200;

/** Puts a text between marks, with a name. */
export const fenceText = (mark: string, name: string, text: string, maximum: number): string => {
  const plainName = name
    .slice(0, MAX_NAME)
    .replace(/["<>\n]/g, ' ')
    .trim();
  return `<${mark}${plainName ? ` from="${plainName}"` : ''}>\n${withoutInstructions(text, maximum)}\n</${mark}>`;
};

/** Texts on which a regular expression that backtracks takes far longer than on ordinary texts. */

/** Units that are repeated up to the full length. */
const UNITS = [
  ...' \n\t\u00a0aA10.,-<[("\'|*_`#>!&\\~漢é\u200b',
  ...[
    '\ud800',
    '😀',
    'a ',
    'a b ',
    'Ab ',
    '1,',
    '1.',
    '1 ',
    '1-',
    '1:',
    '12/',
    '- ',
    '| |',
    '|a',
    '\n ',
    ' \n',
  ],
  ...[
    '\n- ',
    '\n> ',
    '\r\n',
    'a.',
    'a. ',
    'A. ',
    '$1',
    '1 x ',
    'a@',
    '@a',
    'a-',
    'a’',
    '![',
    '[a](',
    '![a](b',
  ],
  ...[
    '**a',
    '_a',
    '*a ',
    '~~',
    'http://',
    'www.',
    '<a ',
    '</',
    '<!--',
    '<system',
    '<think>',
    '</think>',
    '&#',
  ],
  ...['{{', '{{a|', 'utm_a=1&', '# ', '1. ', '> ', '+1 ', '(0', '01 ', 'Jan 1 ', 'Mon ', 'am ', '1/2 ', 'x1'],
  ...['e.g.', 'one ', 'the ', 'hi, ', 'yes, ', 'thanks, ', 'how much ', 'is a ', 'very ', 'ignore '],
  ...[
    'look(',
    'look(a,',
    'look:',
    '<function=look ',
    '{"name":',
    '[{',
    '<arg_key>',
    '[TOOL_CALLS]',
    '<|en|>',
  ],
  ...['00:00.000 --> ', '&lt;', '<td>', 'a=candidate:1 '],
  ...['the model ', 'call ', 'order ', 'Disallow: /*a\n', 'Disallow: /a\n', 'm=audio \r\na=mid:1 ', 'where '],
];
/** Texts at which an expression starts to match; its repetition then fails at the last character. */
const BEGINNINGS = ['SYSTEM', '<user', 'a', '1', '$1', '[', '(', '# ', 'hi', 'a@', 'the model ', '|', '```'];
const END = '\u0001';
/** Units that expressions repeat most often; they are combined with every beginning. */
const COMMON = [' ', '\n', 'a', '1', '.', '-', 'a ', '#'];

export function* pathologicalTexts(length: number): Generator<string> {
  for (const unit of UNITS) yield repeatUnit('', unit, length, '');
  for (const unit of UNITS) yield repeatUnit('', unit, length, END);
  for (const unit of COMMON)
    for (const beginning of BEGINNINGS) yield repeatUnit(beginning, unit, length, END);
}

function repeatUnit(beginning: string, unit: string, length: number, end: string): string {
  const middleLength = length - beginning.length - end.length;
  return beginning + unit.repeat(Math.ceil(middleLength / unit.length)).slice(0, middleLength) + end;
}

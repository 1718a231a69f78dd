/** Formats the outcomes of all scenarios as text, as JSON and as JUnit XML. */
import type { Finding, Outcome } from './outcome.ts';

export interface Report {
  seconds: number;
  passed: number;
  failed: number;
  skipped: number;
  /** Number of expectations that could not be checked. */
  open: number;
  scenarios: Outcome[];
}

export function reportOf(scenarios: Outcome[], seconds: number): Report {
  const count = (state: Outcome['state']) => scenarios.filter((outcome) => outcome.state === state).length;
  return {
    seconds,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    open: scenarios.reduce((sum, { open }) => sum + open.length, 0),
    scenarios,
  };
}

const MARKS = { passed: '✓', failed: '✗', skipped: '–' } as const;

/** Formats a scenario as one line, followed by its failures. */
export function lineOf({ name, state, seconds, why, failures, open, talk }: Outcome): string {
  const lineOfFinding = ({ where, what }: Finding) => `      ${where}: ${what}`;
  return [
    `  ${MARKS[state]} ${name} ${state === 'skipped' ? `(skipped: ${why})` : `${seconds.toFixed(1)} s`}`,
    ...failures.map(lineOfFinding),
    ...open.map((finding) => `      not judged: ${finding.where}: ${finding.what}`),
    ...(failures.length > 0
      ? talk.slice(-6).map(({ who, words }) => `      | ${who}: ${words.replace(/\s+/g, ' ').slice(0, 160)}`)
      : []),
  ].join('\n');
}

export function summaryOf({ passed, failed, skipped, open, seconds }: Report): string {
  return [
    `${passed} passed`,
    `${failed} failed`,
    skipped > 0 && `${skipped} skipped`,
    open > 0 && `${open} expectations not judged`,
    `in ${seconds.toFixed(1)} s`,
  ]
    .filter(Boolean)
    .join(', ');
}

export function junitOf({ passed, failed, skipped, seconds, scenarios }: Report): string {
  const cases = scenarios.map(({ name, file, state, seconds: scenarioSeconds, why, failures, open }) => {
    const openLines = open.map(({ where, what }) => `not judged: ${where}: ${what}`).join('\n');
    const childElements = [
      ...failures.map(({ where, what }) => `<failure message="${escapeXml(`${where}: ${what}`)}"/>`),
      ...(state === 'skipped' ? [`<skipped message="${escapeXml(why ?? '')}"/>`] : []),
      ...(open.length > 0 ? [`<system-out>${escapeXml(openLines)}</system-out>`] : []),
    ];
    return (
      `  <testcase classname="${escapeXml(file)}" name="${escapeXml(name)}" ` +
      `time="${scenarioSeconds.toFixed(3)}">${childElements.join('')}</testcase>`
    );
  });
  const total = passed + failed + skipped;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="palkit test" tests="${total}" failures="${failed}" skipped="${skipped}" ` +
      `time="${seconds.toFixed(3)}">`,
    ...cases,
    '</testsuite>',
    '',
  ].join('\n');
}

const XML_ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Removes characters that are invalid in XML, and escapes the rest. */
const escapeXml = (text: string): string =>
  text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
    .replace(/[&<>"]/g, (character) => XML_ESCAPES[character]!);

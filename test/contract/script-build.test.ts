/** The built script differs from its sources: templates are collapsed, and zod iterates over own keys only. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAst } from 'vite';
import { loopOverOwnKeys } from '../../scripts/own-keys.ts';
import { collapseCss, collapseHtml, collapseTemplates } from '../../scripts/collapse-templates.ts';

test('minified CSS keeps the spaces between words', () => {
  assert.equal(
    collapseCss(`
      /* A comment. */
      .a > b :hover,
      .c {
        margin: 0 calc(1px + 2px);
        color: light-dark(#fff, #000);
      }
      @media (max-width: 480px) and (min-height: 2px) {
        :host([hidden]) { display: none; }
      }
    `),
    ' .a > b :hover,.c{margin:0 calc(1px + 2px);color:light-dark(#fff,#000)}' +
      '@media (max-width:480px) and (min-height:2px){:host([hidden]){display:none}}',
  );
});

test('minified markup keeps a space for a line break', () => {
  assert.equal(collapseHtml('<b>One</b>\n      <i>two  words</i>'), '<b>One</b> <i>two  words</i>');
});

test('only css, html and svg templates change, also nested ones, and their expressions stay', () => {
  const code =
    'const a = css`\n  p {\n    color: ${red} ${blue};\n  }\n  ${more}\n`; const b = `\n  text\n`; ' +
    'const c = html`<p\n  class="x ${y}"\n>\n  ${html`<i>\n    z</i>`}\n</p>`;';
  assert.equal(
    collapseTemplates(code, parseAst(code)),
    'const a = css` p{color:${red} ${blue}}${more} `; const b = `\n  text\n`; ' +
      'const c = html`<p class="x ${y}" > ${html`<i> z</i>`} </p>`;',
  );
});

test("a loop of zod iterates over an object's own keys only", () => {
  assert.equal(
    loopOverOwnKeys('for (const key in shape) {}\nfor (let k in def.shape)\n  more();'),
    'for (const key of Object.keys(shape ?? {})) {}\nfor (let k of Object.keys(def.shape ?? {}))\n  more();',
  );
});

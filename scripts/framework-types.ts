/** Types for frameworks' templates, from the manifest: dist/react.d.ts and dist/vue.d.ts. */
import { CHANNELS, type Declaration, type Manifest } from './write-manifest.ts';

const capital = (name: string) => name.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase());

export function frameworkTypes(manifest: Manifest): Record<'react.d.ts' | 'vue.d.ts', string> {
  const elements = manifest.modules.flatMap(({ declarations }) => declarations).filter(({ tagName }) => tagName && CHANNELS.includes(tagName));
  const classes = [...new Set([...elements.map(({ name }) => name), ...elements.flatMap(({ events }) => events!.map(({ type }) => type.text))])].sort();
  const head = `/** Written by the build from the custom elements manifest. */\nimport type { ${classes.join(', ')} } from './elements/index.js';\n`;
  const properties = ({ name, members = [] }: Declaration) => `Partial<Pick<${name}, ${members.filter(({ kind }) => kind === 'field').map((member) => `'${member.name}'`).join(' | ')}>>`;
  const react = elements.map((element) => `    '${element.tagName}': React.DetailedHTMLProps<React.HTMLAttributes<${element.name}>, ${element.name}> & ${properties(element)} & {
${element.events!.map(({ name, type, description }) => `      /** ${description} */\n      'on${name}'?: (event: ${type.text}) => void;`).join('\n')}
    };`);
  const vue = elements.map((element) => `    '${element.tagName}': DefineComponent<${properties(element)} & {
${element.events!.map(({ name, type, description }) => `      /** ${description} */\n      on${capital(name)}?: (event: ${type.text}) => void;`).join('\n')}
    }>;`);
  return {
    'react.d.ts': `${head}import type * as React from 'react';\n\ndeclare module 'react' {\n  namespace JSX {\n    interface IntrinsicElements {\n${react.join('\n')}\n    }\n  }\n}\n`,
    'vue.d.ts': `${head}import type { DefineComponent } from 'vue';\n\ndeclare module 'vue' {\n  interface GlobalComponents {\n${vue.join('\n')}\n  }\n}\n`,
  };
}

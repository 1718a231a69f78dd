/**
 * The rules of eslint-plugin-lit-a11y for oxlint. They store a value in the parser services, which oxlint freezes, so
 * each rule gets a copy.
 */
import plugin from 'eslint-plugin-lit-a11y';

function withOwnServices(context) {
  const sourceCode = Object.create(context.sourceCode, { parserServices: { value: {} } });
  return Object.create(context, { sourceCode: { value: sourceCode } });
}

export default {
  meta: { name: 'lit-a11y' },
  rules: Object.fromEntries(
    Object.entries(plugin.rules).map(([name, rule]) => [
      name,
      { ...rule, create: (context) => rule.create(withOwnServices(context)) },
    ]),
  ),
};

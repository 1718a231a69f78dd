/**
 * Two rules for plain English: a comment starts with a subject and not with a relative clause or a negation, and a
 * name is a noun or a verb and not a bare participle. Style guide: CONTRIBUTING.md, "House rules".
 */

/** Openings that lead to inverted sentences ("What nobody waits for is dropped"). */
const INVERTED = /^(Whatever|What|Whoever|Who|Whichever|Nobody|Nothing|None|Not|So many)\b/;

const PARTICIPLES = new Set(
  (
    'told said given heard asked kept held seen known done meant wanted shown taken ' +
    'found made gone met got brought threw spoke ran listed scored parsed priced planned placed merged reached ' +
    'styled typed unpacked touched tracked spent rated withdrawn sifted'
  ).split(' '),
);

const textOf = (comment) => comment.value.replace(/^[\s*!]+/, '');

/** True if a line comment continues the one above it, so that its first word is not the opening of a text. */
function continues(comment, previous) {
  return (
    previous?.type === 'Line' &&
    comment.type === 'Line' &&
    previous.loc.end.line + 1 === comment.loc.start.line
  );
}

const commentOpening = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      inverted: 'Start the comment with a subject and a verb, not with "{{opening}}".',
    },
  },
  create(context) {
    const check = (text, loc) => {
      const opening = INVERTED.exec(text)?.[0];
      if (opening) context.report({ loc, messageId: 'inverted', data: { opening } });
    };
    return {
      Program() {
        const comments = context.sourceCode.getAllComments();
        comments.forEach((comment, index) => {
          if (!continues(comment, comments[index - 1])) check(textOf(comment), comment.loc);
        });
      },
      "TaggedTemplateExpression[tag.name='css'] TemplateElement"(node) {
        for (const [, text] of node.value.raw.matchAll(/\/\*\s*([^]*?)\*\//g)) check(text, node.loc);
      },
    };
  },
};

const isBoolean = (type) =>
  type?.type === 'TSBooleanKeyword' || (type?.type === 'TSUnionType' && type.types.some(isBoolean));

/** True for a name that is a boolean or a property of an iterator result, which may be called `done`. */
function isFlag(identifier) {
  const type = identifier.typeAnnotation?.typeAnnotation ?? identifier.parent?.typeAnnotation?.typeAnnotation;
  const value = identifier.parent?.init ?? identifier.parent?.value;
  return (
    isBoolean(type) ||
    typeof value?.value === 'boolean' ||
    identifier.parent?.parent?.type === 'ObjectPattern'
  );
}

const nounNames = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      participle: '"{{name}}" is a bare participle: name the thing (`question`, `storedRows`, `isKnown`).',
    },
  },
  create(context) {
    const check = (identifier) => {
      const { name } = identifier;
      if (!PARTICIPLES.has(name[0].toLowerCase() + name.slice(1)) || (name === 'done' && isFlag(identifier)))
        return;
      context.report({ node: identifier, messageId: 'participle', data: { name } });
    };
    const checkVariables = (node) => {
      for (const variable of context.sourceCode.getDeclaredVariables(node))
        for (const identifier of variable.identifiers) check(identifier);
    };
    const checkKey = (node) => {
      if (!node.computed && ['Identifier', 'PrivateIdentifier'].includes(node.key.type)) check(node.key);
    };
    return {
      VariableDeclaration: checkVariables,
      FunctionDeclaration: checkVariables,
      FunctionExpression: checkVariables,
      ArrowFunctionExpression: checkVariables,
      TSDeclareFunction: checkVariables,
      TSFunctionType: (node) => node.params.forEach((parameter) => parameter.name && check(parameter)),
      TSInterfaceDeclaration: ({ id }) => check(id),
      TSTypeAliasDeclaration: ({ id }) => check(id),
      ClassDeclaration: ({ id }) => id && check(id),
      TSPropertySignature: checkKey,
      TSMethodSignature: (node) => {
        checkKey(node);
        node.params.forEach((parameter) => parameter.name && check(parameter));
      },
      PropertyDefinition: checkKey,
      MethodDefinition: checkKey,
      AccessorProperty: checkKey,
    };
  },
};

export default {
  meta: { name: 'plain-english' },
  rules: { 'comment-opening': commentOpening, 'noun-names': nounNames },
};

#!/usr/bin/env node
/** The command `palkit`. Each subcommand is a separate program, which this file starts. */
import { systemClock } from '@palkit/runtime/clock';
import { agentCommand } from '@palkit/developer-tools/agent-command';
import { keyQuestion } from '@palkit/developer-tools/key-question';
import { readConfig, SettingError } from './config/config.ts';
import { consoleCommand, localAddress } from './console/command.ts';
import { checkEngines } from './compose/check-engines.ts';
import { runModels } from '@palkit/models/run';
import { SYSTEM_FACES } from './seed/system-faces.ts';

const USAGE = `usage:
  palkit start     starts the service
  palkit keys      makes, lists and revokes API keys
  palkit agent     makes an agent from a website, and prints the lines for a page
  palkit console   prints a one-time link to the console of the running service
  palkit check-engines   tries the configured model, voice and ears with a sentence each
  palkit test      plays scenarios of a visitor's talk with an agent, and says what was not as expected
  palkit models    better ears and voices, in more languages
Settings are environment variables; see docs/reference.md.
`;

async function openConsole(words: readonly string[]): Promise<number> {
  return consoleCommand(words, readConfig(process.env), {
    fetch,
    out: (text) => process.stdout.write(text),
    error: (text) => process.stderr.write(text),
  });
}

async function makeAgent(words: readonly string[]): Promise<number> {
  const config = readConfig(process.env);
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  // The clock's timers do not keep the process alive. This interval does, until the crawl has ended.
  const alive = setInterval(() => {}, 1000);
  try {
    return await agentCommand(words, {
      environment: process.env,
      service: localAddress(config),
      publicUrl: config.publicUrl,
      fetch,
      clock: systemClock,
      signal: stop.signal,
      out: (text) => process.stdout.write(text),
      error: (text) => process.stderr.write(text),
      askKey: keyQuestion(process),
    });
  } finally {
    clearInterval(alive);
  }
}

async function runModelCommand(words: readonly string[]): Promise<number> {
  const { dataDir, outboundAllowedHosts } = readConfig(process.env);
  return runModels(words, { dataDir, allowedHosts: outboundAllowedHosts, faces: SYSTEM_FACES });
}

async function check(): Promise<number> {
  const { llm, tts, stt } = readConfig(process.env);
  return checkEngines(
    { llm, tts, stt },
    { fetch, clock: systemClock, out: (text) => process.stdout.write(text) },
  );
}

async function testAgents(parameters: readonly string[]): Promise<number> {
  // The modules for `test` load the complete service, which the other subcommands do not need.
  const { testCommand } = await import('@palkit/testing/command');
  const { judgeOfScenarios, startServiceForScenarios } = await import('./compose/service-for-scenarios.ts');
  return testCommand(parameters, {
    environment: process.env,
    startService: startServiceForScenarios,
    llm: judgeOfScenarios(process.env),
    writeOutput: (text) => process.stdout.write(text),
    error: (text) => process.stderr.write(text),
  });
}

const [verb, ...words] = process.argv.slice(2);
// Each program reads the arguments after its name.
process.argv.splice(2, 1);
try {
  if (verb === 'start') await import('./supervise.ts');
  else if (verb === 'keys') await import('./keys.ts');
  else if (verb === 'console') process.exitCode = await openConsole(words);
  else if (verb === 'agent') process.exitCode = await makeAgent(words);
  else if (verb === 'check-engines') process.exitCode = await check();
  else if (verb === 'test') process.exitCode = await testAgents(words);
  else if (verb === 'models') process.exitCode = await runModelCommand(words);
  else if (verb === undefined || verb === 'help' || verb === '--help') process.stdout.write(USAGE);
  else {
    process.stderr.write(`palkit: There is no ${JSON.stringify(verb.slice(0, 60))}.\n${USAGE}`);
    process.exitCode = 2;
  }
} catch (error) {
  if (!(error instanceof SettingError)) throw error;
  process.stderr.write(`palkit: ${error.message}\n`);
  process.exitCode = 1;
}

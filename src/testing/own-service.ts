/** The service that a test run starts, with its clock, scripted server and simulated calls. */
import type { Clock } from '@palkit/runtime/clock';
import { ScriptedServer } from './scripted-server.ts';
import type { ServiceOptions, ServiceUnderTest, StartService } from './service-under-test.ts';
import { SimulatedCalls } from './simulated-calls.ts';
import { steadyClock } from './steady-clock.ts';

export interface OwnService extends ServiceUnderTest {
  calls: SimulatedCalls;
  clock: Clock;
  server: ScriptedServer;
}

export async function openOwnService(
  start: StartService,
  { environment, database }: Pick<ServiceOptions, 'environment' | 'database'>,
): Promise<OwnService> {
  const clock = steadyClock();
  const server = await ScriptedServer.open(clock);
  const stop = async () => {
    await server.close();
    clock.stop();
  };
  try {
    const calls = new SimulatedCalls(clock);
    const { base, key, close } = await start({
      environment,
      database,
      scriptedHost: server.host,
      clock,
      calls,
    });
    const closeAll = async () => {
      try {
        await close();
      } finally {
        await stop();
      }
    };
    return { base, key, calls, clock, server, close: closeAll };
  } catch (error) {
    await stop();
    throw error;
  }
}

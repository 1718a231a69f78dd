/** Ports that nobody listens on, for servers that tests start as processes of their own. */
import dgram from 'node:dgram';
import { once } from 'node:events';
import net from 'node:net';

export async function freePort(host = '127.0.0.1'): Promise<number> {
  const server = net.createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export async function freeUdpPort(host?: string): Promise<number> {
  const socket = dgram.createSocket('udp4').bind(0, host);
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  await once(socket, 'close');
  return port;
}

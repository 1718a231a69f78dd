/** Counters of the media process for the metrics, summed over all calls. */
export const counters = {
  packetsSent: 0,
  framesSent: 0,
  packetsHeard: 0,
  messagesDropped: 0,
  packetsDropped: 0,
  flooded: 0,
};

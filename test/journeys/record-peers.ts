/** Runs in the page: records its WebRTC connections in `window.peers`. */
export function recordPeers(): void {
  const { RTCPeerConnection } = window;
  const peers: RTCPeerConnection[] = [];
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      peers.push(this);
    }
  };
  Object.assign(window, { peers });
}

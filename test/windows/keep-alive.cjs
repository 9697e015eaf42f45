/** Wine 8 refuses to keep a connection alive before it is one; Windows allows it. */
const {Socket} = require('node:net');

const keepAlive = Socket.prototype.setKeepAlive;
Socket.prototype.setKeepAlive = function (...given) {
  return this.connecting || !this._handle ? this : keepAlive.apply(this, given);
};

/** Node.js ends with an assertion of libuv when it looks for the title of a console that has none, as on Wine. */
process.title = 'emk';

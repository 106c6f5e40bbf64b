module.exports = require('./dist/package.js');

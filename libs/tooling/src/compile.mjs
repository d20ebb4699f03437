import webpack from 'webpack';

/** @param {webpack.Configuration} config @returns {Promise<webpack.Stats>} */
export function compile(config) {
  return new Promise((resolve, reject) => {
    const compiler = webpack(config);
    compiler.run((error, stats) => {
      compiler.close(() => (error || !stats ? reject(error) : resolve(stats)));
    });
  });
}

import { defineConfig } from 'vite';

export default defineConfig({
  resolve: { tsconfigPaths: true },
  oxc: { decorator: { legacy: true } },
  build: { target: 'es2022', chunkSizeWarningLimit: 4000 },
});

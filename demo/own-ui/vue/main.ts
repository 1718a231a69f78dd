import { createApp } from 'vue';
import OwnCall from './OwnCall.vue';

createApp(OwnCall).mount('#app');

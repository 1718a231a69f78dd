import { mount } from 'svelte';
import OwnCall from './OwnCall.svelte';

mount(OwnCall, { target: document.getElementById('app')! });

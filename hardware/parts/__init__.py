"""What the box works besides its panels: sound, light and paper."""

"""What a picture shows beyond the captured tensors, worked out from a trace."""
